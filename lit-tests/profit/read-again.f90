! Two products of matrices, column by column, each over a matrix of its own.
!
! REQUIRES: flang
! RUN: flang-22 -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o %t.o -Rpass-missed=loop-fuse 2>&1 | FileCheck %s

! CHECK: loop at line [[#@LINE+7]] and loop at line [[#@LINE+13]] not fused: each iteration of the first loop reads all of a again, and of the second loop all of e: in one loop they would evict each other from the cache
subroutine products(n, a, b, e, t, d)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n), e(n, n)
  real(8), intent(inout) :: t(n, n), d(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, n
      do i = 1, n
        t(i, j) = t(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
  do j = 1, n
    do k = 1, n
      do i = 1, n
        d(i, j) = d(i, j) + e(i, k) * t(k, j)
      end do
    end do
  end do
end subroutine
