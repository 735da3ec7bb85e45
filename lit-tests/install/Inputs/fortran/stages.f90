subroutine stages(a, b, c, n)
  integer :: n, i
  real :: a(n), b(n), c(n)
  do i = 1, n
    b(i) = a(i) * 2
  end do
  do i = 1, n
    c(i) = b(i) + 1
  end do
end subroutine

program main
  real :: a(100), b(100), c(100)
  integer :: i
  a = [(real(i), i = 1, 100)]
  call stages(a, b, c, 100)
  print '(f6.1)', c(50)
end program
