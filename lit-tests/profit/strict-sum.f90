! Array statements and sums in strict order. A product and a sum that are rounded once count as one operation, and so do
! subscripts that the loop counts anyway.
!
! REQUIRES: flang
! RUN: flang-22 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -O3 -march=x86-64-v3 -g -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused %s -O3
! RUN: %run_both --fused --options=no-profit %s -O3

module steps
  implicit none
contains
  ! CHECK-DAG: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+7]], {{.*}}where there are more than 511 iterations
  subroutine residual(n, r, q, alpha, rr)
    integer, intent(in) :: n
    real(8), intent(inout) :: r(n)
    real(8), intent(in) :: q(n), alpha
    real(8), intent(out) :: rr
    r = r - alpha * q
    rr = dot_product(r, r)
  end subroutine

  ! What the map adds keeps the sum's products waiting.
  ! CHECK-DAG: loop at line [[#@LINE+5]] and loop at line [[#@LINE+6]] not fused: the fused loop would not be vectorised
  function squares(n, a, b) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n), b(n)
    real(8) :: s, d(n)
    d = a - b
    s = sum(d * d)
  end function

  ! A sum without products does not wait.
  ! CHECK-DAG: fused loop at line [[#@LINE+5]] with loop at line [[#@LINE+6]], {{.*}}where there are more than 511 iterations
  function differences(n, a, b) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n), b(n)
    real(8) :: s, d(n)
    d = a - b
    s = sum(d)
  end function
end module

program main
  use steps
  implicit none
  integer, parameter :: sizes(8) = [0, 1, 5, 511, 512, 513, 2000, -3]
  real(8) :: r(2000), q(2000), rr
  integer :: s, i
  do s = 1, size(sizes)
    r = [(mod(i, 7) + 1, i = 1, 2000)]
    q = [(mod(i, 11) + 0.25d0, i = 1, 2000)]
    call residual(sizes(s), r, q, 0.25d0, rr)
    print *, rr, squares(sizes(s), r, q), differences(sizes(s), r, q), sum(r)
  end do
end program
