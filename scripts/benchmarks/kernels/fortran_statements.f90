! Compiled for HAND, too: see fortran_statements.c.
subroutine kernel(in, out, n) bind(c)
  use iso_c_binding
  implicit none
  integer(c_int), value :: n
  real(c_double), intent(in) :: in(n)
  real(c_double), intent(inout) :: out(n)
#ifndef HAND
  real(c_double), allocatable :: t(:), u(:)
  allocate (t(n), u(n))
  t(:) = in * 2 + 1
  u(:) = t * t
  out = u - t
  deallocate (t, u)
#else
  real(c_double) :: t
  integer :: i
  do i = 1, n
    t = in(i) * 2 + 1
    out(i) = t * t - t
  end do
#endif
end subroutine
