! Loops of which one has several iterations for each of another one, as people write them in Fortran.
!
! REQUIRES: flang
! RUN: flang -O3 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused %s

! CHECK-DAG: fused loop at line [[#@LINE+7]] with loop at line [[#@LINE+10]], {{.*}}several iterations of the longer loop
subroutine coarsen(n, a, b)
  integer, intent(in) :: n
  real(8), intent(in) :: a(2 * n)
  real(8), intent(out) :: b(n)
  real(8) :: t(2 * n)
  integer :: i
  do i = 1, 2 * n
    t(i) = a(i) * 3 + 1
  end do
  do i = 1, n
    b(i) = 0.5d0 * (t(2 * i - 1) + t(2 * i))
  end do
end subroutine

program main
  implicit none
  real(8) :: a(200), b(100)
  integer :: i, n
  do i = 1, 200
    a(i) = mod(i * 37, 101)
  end do
  do n = 0, 100, 9
    b = 0
    call coarsen(n, a, b)
    print *, n, sum(b)
  end do
end program
