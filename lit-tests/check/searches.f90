! A loop that is left by EXIT or RETURN where it finds something.
!
! REQUIRES: flang
! RUN: flang -O3 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused %s

! CHECK-DAG: fused loop at line [[#@LINE+8]] with loop at line [[#@LINE+13]], {{.*}}; where it finds that the second loop is left early, that loop runs again by itself
subroutine limit(a, b, n, k)
  implicit none
  integer, intent(in) :: n
  integer, intent(out) :: k
  real, intent(inout) :: a(n)
  real, intent(in) :: b(n)
  integer :: i
  do i = 1, n
    a(i) = a(i) + 2 * b(i)
  end do
  k = 0
  do i = 1, n
    if (a(i) > 10) then
      k = i
      return
    end if
  end do
end subroutine

program main
  implicit none
  integer :: n, at, k
  real :: a(300), b(300)
  do n = 0, 300, 43
    do at = 0, n, 40
      a = 1
      b = 0.5
      if (at > 0) b(at) = 20
      call limit(a, b, n, k)
      print *, n, at, k, sum(a)
    end do
  end do
end program
