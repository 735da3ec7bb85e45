! A step of Yee's scheme: what the first loop has more runs before the others, though all of them read one number.
!
! REQUIRES: flang
! RUN: flang-22 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -O3 -g -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused %s -O3
! RUN: %run_both --fused --options=no-profit %s -O3

! CHECK-DAG: fused loop at line [[#@LINE+7]] with loop at line [[#@LINE+12]], {{.*}}the first 1 iteration(s) of the first loop run before
! CHECK-DAG: fused loop at line [[#@LINE+6]] with loop at line [[#@LINE+16]]
subroutine step(nx, ny, ex, ey, hz, c)
  integer, intent(in) :: nx, ny
  real(8), intent(inout) :: ex(nx, ny), ey(nx, ny), hz(nx, ny)
  real(8), intent(in) :: c
  integer :: i, j
  do j = 1, ny
    do i = 2, nx
      ey(i, j) = ey(i, j) - c * (hz(i, j) - hz(i - 1, j))
    end do
  end do
  do j = 2, ny
    do i = 1, nx
      ex(i, j) = ex(i, j) - c * (hz(i, j) - hz(i, j - 1))
    end do
  end do
  do j = 1, ny - 1
    do i = 1, nx - 1
      hz(i, j) = hz(i, j) - c * (ex(i, j + 1) - ex(i, j) + ey(i + 1, j) - ey(i, j))
    end do
  end do
end subroutine

program main
  implicit none
  integer, parameter :: sizes(2, 9) = reshape([0, 0, 1, 1, 1, 9, 2, 2, 2, 9, 9, 1, 9, 2, 40, 30, 7, 0], [2, 9])
  real(8) :: e(40, 30), f(40, 30), h(40, 30)
  integer :: s, t, i, j
  do s = 1, 9
    do j = 1, 30
      do i = 1, 40
        e(i, j) = mod(i * j, 7)
        f(i, j) = mod(i + j, 5)
        h(i, j) = mod(i - j + 40, 11) * 0.5d0
      end do
    end do
    do t = 1, 3
      call step(sizes(1, s), sizes(2, s), e, f, h, 0.125d0)
    end do
    print *, sum(e), sum(f * h), h(1, 1), h(20, 15)
  end do
end program
