! REQUIRES: flang
! Allocatable arrays of a module, which a check tells apart, and static ones, which the language does. Loops with lower
! bounds of their own, over parts of arrays with halos.
!
! RUN: rm -rf %t && mkdir -p %t && cd %t
! RUN: flang -O3 -g -fpass-plugin=%loopfuse -mllvm -loop-fuse-options='verify' -c %s -o /dev/null -Rpass=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused --options='check-work=0' %s
! RUN: %run_both --fused --options='check-work=0' %s -O3
module arrays
  implicit none
  real(8), allocatable :: a(:, :), b(:, :), c(:, :)
  real(8), save :: s(0:200), t(0:200)
contains
  ! CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+8]], {{.*}} behind a run-time check of
  subroutine allocated_ones(n, m)
    integer :: n, m, i, j
    do j = 1, m
      do i = 1, n
        b(i, j) = a(i, j) * 2
      end do
    end do
    do j = 1, m
      do i = 1, n
        c(i, j) = b(i, j) + a(i, j)
      end do
    end do
  end subroutine
  ! CHECK-DAG: fused loop at line [[#@LINE+3]] with loop at line [[#@LINE+6]], trip count
  subroutine static_ones(n)
    integer :: n, i
    do i = 1, n
      s(i) = s(i) * 0.5d0 + t(i)
    end do
    do i = 1, n
      t(i) = s(i) + t(i)
    end do
  end subroutine
  ! CHECK-DAG: fused loop at line [[#@LINE+4]] with loop at line [[#@LINE+9]], trip count
  subroutine halos(x, y, z, n, m, low, high)
    integer :: n, m, low, high, i, j
    real(8), dimension(-1:n + 2, -1:m + 2) :: x, y, z
    do j = low, high
      do i = 1, n
        y(i, j) = x(i - 1, j) + x(i + 2, j + 1)
      end do
    end do
    do j = low, high
      do i = 1, n
        z(i, j) = y(i, j) - x(i, j - 1)
      end do
    end do
  end subroutine
end module
program main
  use arrays
  implicit none
  integer :: n, m, i
  real(8) :: x(1000), y(1000), z(1000)
  do n = 0, 20, 5
    do m = 0, 12, 4
      allocate (a(n, m), b(n, m), c(n, m))
      a = n
      b = m
      c = 1
      call allocated_ones(n, m)
      print *, sum(c), sum(b)
      deallocate (a, b, c)
      s = 1
      t = [(i, i=0, 200)]
      call static_ones(n * m / 2)
      print *, sum(s), sum(t)
      x = [(mod(i, 13), i=1, 1000)]
      y = 0
      z = 0
      call halos(x, y, z, n, m, 1, m)
      call halos(x, y, z, n, m, 0, m - 1)
      print *, sum(y), sum(z)
    end do
  end do
end program
