! flang runs the pass, too.
!
! REQUIRES: flang
! RUN: flang-22 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -O2 -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
!
! CHECK: remark: fused loop

subroutine work(n, a, b, c)
  integer :: n, i
  real :: a(n), b(n), c(n)
  do i = 1, n
    b(i) = a(i) + 1
  end do
  do i = 1, n
    c(i) = b(i) * 2
  end do
end subroutine
