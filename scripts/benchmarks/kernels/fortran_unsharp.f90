! Compiled for HAND, too, with a ring of four rows in place of the first plane: see fortran_unsharp.c.
subroutine kernel(in, out, n, m) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int), value :: n, m
  real(c_float), intent(in) :: in(m, n)
  real(c_float), intent(inout) :: out(m, n)
  real(c_float), allocatable :: across(:, :)
  integer :: i, j
#ifndef HAND
  real(c_float), allocatable :: blurred(:, :)
  allocate (across(m, n), blurred(m, n))
  do j = 1, n
    do i = 2, m - 1
      across(i, j) = 0.25 * in(i - 1, j) + 0.5 * in(i, j) + 0.25 * in(i + 1, j)
    end do
  end do
  do j = 2, n - 1
    do i = 2, m - 1
      blurred(i, j) = 0.25 * across(i, j - 1) + 0.5 * across(i, j) + 0.25 * across(i, j + 1)
    end do
  end do
  do j = 2, n - 1
    do i = 2, m - 1
      out(i, j) = in(i, j) + 1.5 * (in(i, j) - blurred(i, j))
    end do
  end do
  deallocate (blurred)
#else
  real(c_float) :: blurred
  integer :: above, middle, here
  allocate (across(m, 0:3))
  do j = 1, n
    here = iand(j, 3)
    do i = 2, m - 1
      across(i, here) = 0.25 * in(i - 1, j) + 0.5 * in(i, j) + 0.25 * in(i + 1, j)
    end do
    if (j < 3) cycle
    above = iand(j - 2, 3)
    middle = iand(j - 1, 3)
    do i = 2, m - 1
      blurred = 0.25 * across(i, above) + 0.5 * across(i, middle) + 0.25 * across(i, here)
      out(i, j - 1) = in(i, j - 1) + 1.5 * (in(i, j - 1) - blurred)
    end do
  end do
#endif
  deallocate (across)
end subroutine
