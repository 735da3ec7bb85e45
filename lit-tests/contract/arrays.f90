! Automatic and allocatable arrays of Fortran, as array statements and in nests. What carries values from one statement to
! the next goes; of an image blurred along one dimension, then along the other, four rows are kept.
!
! REQUIRES: flang
! RUN: flang-22 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -O2 -g -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused %s

subroutine chain(a, b, n)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n)
  real, intent(inout) :: b(n)
  real :: t(n), u(n)
  ! CHECK-DAG: arrays.f90:[[#@LINE+2]]:3: remark: fused loop at line [[#@LINE+2]] with loop at line [[#@LINE+4]]
  ! CHECK-DAG: arrays.f90:[[#@LINE+1]]:3: remark: array t is not written here any more
  t = a * 2 + 1
  u = t * t
  b = u - t
end subroutine

subroutine automatic(a, b, n, m)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(m, n)
  real, intent(inout) :: b(m, n)
  real :: t(m, n)
  integer :: i, j
  ! CHECK-DAG: arrays.f90:[[#@LINE+1]]:3: remark: array t folded onto 4 row(s)
  do j = 1, n
    do i = 2, m - 1
      t(i, j) = a(i - 1, j) + a(i, j) + a(i + 1, j)
    end do
  end do
  do j = 2, n - 1
    do i = 2, m - 1
      b(i, j) = t(i, j - 1) + t(i, j) + t(i, j + 1)
    end do
  end do
end subroutine

subroutine allocated_one(a, b, n, m)
  implicit none
  integer, intent(in) :: n, m
  real, intent(in) :: a(m, n)
  real, intent(inout) :: b(m, n)
  real, allocatable :: t(:, :)
  integer :: i, j
  allocate (t(m, n))
  ! CHECK-DAG: arrays.f90:[[#@LINE+1]]:3: remark: array {{.*}} folded onto 4 row(s)
  do j = 1, n
    do i = 2, m - 1
      t(i, j) = a(i - 1, j) + a(i, j) + a(i + 1, j)
    end do
  end do
  do j = 2, n - 1
    do i = 2, m - 1
      b(i, j) = t(i, j - 1) + t(i, j) + t(i, j + 1)
    end do
  end do
  deallocate (t)
end subroutine
program main
  implicit none
  integer :: n, m, i, j
  real, allocatable :: a(:, :), b(:, :)
  do n = 0, 30, 3
    do m = 0, 30, 5
      allocate (a(m, n), b(m, n))
      do j = 1, n
        do i = 1, m
          a(i, j) = mod(i * 7 + j * 13, 11)
          b(i, j) = i - j
        end do
      end do
      call automatic(a, b, n, m)
      print *, n, m, sum(b)
      call allocated_one(b, a, n, m)
      print *, n, m, sum(a)
      if (n > 0) call chain(a(:, 1), b(:, 1), m)
      print *, n, m, sum(b)
      deallocate (a, b)
    end do
  end do
end program
