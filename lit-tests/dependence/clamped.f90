! Columns and rows that end at the border, in an automatic array: what is in front of an element is taken from its address
! as a constant, so that only the bytes of the whole array say that addresses do not wrap around.
!
! REQUIRES: flang
! RUN: flang-22 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -O2 -g -c %s -o %t.o -Rpass=loop-fuse -Rpass-missed=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused %s -O2 -ffp-contract=off
! RUN: %run_both --fused '--options=no-profit;place=early' %s -O1 -ffp-contract=off
! RUN: %run_both --fused '--options=no-profit;place=late' %s -O3 -ffp-contract=off

module borders
  implicit none
contains
  subroutine columns(n, m, s, d)
    integer, intent(in) :: n, m
    real, intent(in) :: s(n, m)
    real, intent(out) :: d(n, m)
    real :: t(n, m)
    integer :: i, j
! CHECK-DAG: {{.*}}:[[#@LINE+1]]:5: remark: fused loop {{.*}}, trip count {{[^;]*$}}
    do j = 1, m
      do i = 1, n
        t(i, j) = (s(max(i - 1, 1), j) + s(i, j) + s(min(i + 1, n), j)) / 3.0
      end do
    end do
    do j = 1, m
      do i = 1, n
        d(i, j) = (t(max(i - 1, 1), j) + t(i, j) + t(min(i + 1, n), j)) / 3.0
      end do
    end do
  end subroutine

  subroutine rows(n, m, s, d)
    integer, intent(in) :: n, m
    real(8), intent(in) :: s(n, m)
    real(8), intent(out) :: d(n, m)
    real(8) :: t(n, m)
    integer :: i, j
! CHECK-DAG: {{.*}}:[[#@LINE+1]]:5: remark: fused loop {{.*}}; the first 1 iteration(s) of the first loop run before
    do j = 1, m
      do i = 1, n
        t(i, j) = s(i, j) * 2 + j
      end do
    end do
    do j = 1, m
      do i = 1, n
        d(i, j) = t(i, max(j - 1, 1)) + t(i, j) + t(i, min(j + 1, m))
      end do
    end do
  end subroutine

  ! No column is near to the last but one.
  subroutine last(n, m, s, d)
    integer, intent(in) :: n, m
    real, intent(in) :: s(n, m)
    real, intent(out) :: d(n, m)
    real :: t(n, m)
    integer :: i, j
! CHECK-DAG: {{.*}}:[[#@LINE+1]]:5: remark: loop {{.*}} not fused: if fused, the second loop reads t
    do j = 1, m
      do i = 1, n
        t(i, j) = s(i, j) * 2 + j
      end do
    end do
    do j = 1, m
      do i = 1, n
        d(i, j) = t(i, max(j, m - 1)) + t(i, j)
      end do
    end do
  end subroutine
end module

program main
  use borders
  implicit none
  integer, parameter :: sizes(6) = [0, 1, 2, 3, 17, 40]
  integer :: a, b, k, i, n, m
  real :: s(1600), d(1600)
  real(8) :: s8(1600), d8(1600)
  do a = 1, 6
    do b = 1, 6
      n = sizes(a)
      m = sizes(b)
      do i = 1, 1600
        s(i) = mod(i * 31, 17)
        d(i) = mod(i, 7)
      end do
      s8 = s
      d8 = d
      call columns(n, m, s, d)
      write (*, '(a, 2i4, z10)') 'columns', n, m, transfer(checksum(real(d, 8)), 0)
      call rows(n, m, s8, d8)
      write (*, '(a, 2i4, z10)') 'rows', n, m, transfer(checksum(d8), 0)
      if (m < 2) cycle
      call last(n, m, s, d)
      write (*, '(a, 2i4, z10)') 'last', n, m, transfer(checksum(real(d, 8)), 0)
    end do
  end do
contains
  real function checksum(v)
    real(8), intent(in) :: v(:)
    integer :: i
    real(8) :: sum
    sum = 0
    do i = 1, size(v)
      sum = 0.9d0 * sum + v(i)
    end do
    checksum = real(sum)
  end function
end program
