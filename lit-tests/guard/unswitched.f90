! A step between nests that a flag switches on.
!
! REQUIRES: flang
! RUN: flang-22 -O2 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused %s

! CHECK-DAG: fused loop at line [[#@LINE+7]] with loop at line [[#@LINE+13]], {{.*}}; in a version for one outcome
! CHECK-DAG: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+18]], {{.*}}; in a version for one outcome
subroutine filter(a, t, o, n, m, smooth)
  integer, intent(in) :: n, m
  logical, intent(in) :: smooth
  real, intent(in) :: a(n, m)
  real, intent(inout) :: t(n, m), o(n, m)
  do j = 1, m
    do i = 1, n
      t(i, j) = a(i, j) * 2
    end do
  end do
  if (smooth) then
    do j = 1, m
      do i = 1, n
        t(i, j) = t(i, j) * 0.5 + 1
      end do
    end do
  end if
  do j = 1, m
    do i = 1, n
      o(i, j) = t(i, j) + a(i, j)
    end do
  end do
end subroutine

program main
  integer, parameter :: n = 37, m = 11
  real :: a(n, m), t(n, m), o(n, m)
  double precision :: sum
  integer :: i, j, round
  sum = 0
  do round = 0, 5
    do j = 1, m
      do i = 1, n
        a(i, j) = mod(i * j, 7)
        t(i, j) = i
        o(i, j) = j
      end do
    end do
    call filter(a, t, o, n - 18 * (round / 2), m, mod(round, 2) == 1)
    do j = 1, m
      do i = 1, n
        sum = sum / 2 + o(i, j) + t(i, j)
      end do
    end do
  end do
  print *, sum
end program
