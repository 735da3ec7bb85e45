! Arrays of assumed shape, of which flang -O3 makes two versions of each loop: for arrays whose elements follow each other, and
! for others. The first versions are fused, for arrays of which whole columns, planes or all is passed.
!
! REQUIRES: flang
! RUN: flang-22 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -O3 -g -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused %s -O3
! RUN: %run_both --fused --options='check-work=0;place=early' %s -O3
! RUN: %run_both --fused --options='check-work=0;place=late' %s -O3

module steps
  implicit none
contains
  subroutine step(a, b, c)
    real(8), intent(in) :: a(:, :)
    real(8), intent(inout) :: b(:, :), c(:, :)
    integer :: i, j
    ! CHECK-DAG: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+6]], {{.*}}; where the tests hold that choose a version of each loop
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        b(i, j) = a(i, j) * 2 + 1
      end do
    end do
    do j = 1, size(a, 2)
      do i = 1, size(a, 1)
        c(i, j) = b(i, j) + a(i, j)
      end do
    end do
  end subroutine

  ! Expressions of arrays, of which each has sizes of its own.
  subroutine statements(a, b, c, d)
    real(8), intent(in) :: a(:)
    real(8), intent(inout) :: b(:), c(:), d(:)
    ! CHECK-DAG: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+2]], {{.*}}; where the tests hold
    b = a * 2 + 1
    c = b + a
    d = c * b - a
  end subroutine

  subroutine planes(a, b, c)
    real(4), intent(in) :: a(:, :)
    real(4), intent(inout) :: b(:, :), c(:, :)
    ! CHECK-DAG: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+2]], {{.*}}; where the tests hold
    b = a * 2 + 1
    c = b + a
  end subroutine

  subroutine cube(a, b, c)
    integer, intent(in) :: a(:, :, :)
    integer, intent(inout) :: b(:, :, :), c(:, :, :)
    integer :: i, j, k
    ! CHECK-DAG: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+8]], {{.*}}; where the tests hold
    do k = 1, size(a, 3)
      do j = 1, size(a, 2)
        do i = 1, size(a, 1)
          b(i, j, k) = a(i, j, k) * 2 + 1
        end do
      end do
    end do
    do k = 1, size(a, 3)
      do j = 1, size(a, 2)
        do i = 1, size(a, 1)
          c(i, j, k) = b(i, j, k) + a(i, j, k)
        end do
      end do
    end do
  end subroutine

  ! Reads neighbours: rows lag behind.
  subroutine sweep(u, v, w)
    real(8), intent(in) :: u(:, :)
    real(8), intent(inout) :: v(:, :), w(:, :)
    integer :: i, j, nx, ny
    nx = size(u, 1)
    ny = size(u, 2)
    ! CHECK-DAG: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+6]], {{.*}}; where the tests hold
    do j = 2, ny - 1
      do i = 2, nx - 1
        v(i, j) = u(i, j) + 0.25d0 * (u(i - 1, j) + u(i + 1, j) - 2 * u(i, j))
      end do
    end do
    do j = 3, ny - 2
      do i = 2, nx - 1
        w(i, j) = max(v(i, j - 1), v(i, j + 1)) + w(i, j)
      end do
    end do
  end subroutine
end module

program main
  use steps
  implicit none
  real(8) :: a(40, 40), b(40, 40), c(40, 40), d(40, 40)
  real(4) :: e(40, 40), f(40, 40), g(40, 40)
  integer :: p(12, 12, 12), q(12, 12, 12), r(12, 12, 12), n, m, way
  do way = 0, 5
    do n = 0, 12, 3
      do m = 0, 12, 4
        call begin()
        select case (way)
        case (0) ! contiguous, or of whole columns
          call step(a(1:n, 1:m), b(3:n + 2, 1:m), c(1:n, 2:m + 1))
          call statements(a(:n, m + 1), b(5:n + 4, 1), c(:n, 1), d(:n, 1))
          call planes(e(:n, :m), f(:n, :m), g(2:n + 1, :m))
          call cube(p(:n, :m, :n), q(:n, :m, :n), r(:n, :m, :n))
          call sweep(a(:n, :m), b(:n, :m), c(:n, :m))
        case (1) ! every second element
          call step(a(1:2 * n:2, 1:m), b(1:n, 1:m), c(1:2 * n:2, 1:m))
          call statements(a(:2 * n:2, 1), b(:n, 1), c(:n, 1), d(:2 * n:2, 1))
          call planes(e(:n, :m), f(:2 * n:2, :m), g(:n, :m))
          call sweep(a(:n, :m), b(:2 * n:2, :m), c(:n, :m))
        case (2) ! backwards
          call step(a(n:1:-1, 1:m), b(1:n, 1:m), c(n:1:-1, 1:m))
          call statements(a(n:1:-1, 1), b(n:1:-1, 1), c(:n, 1), d(:n, 1))
          call cube(p(n:1:-1, :m, :n), q(:n, :m, :n), r(:n, :m, :n))
        case (3) ! columns backwards
          call step(a(1:n, m:1:-1), b(1:n, m:1:-1), c(1:n, m:1:-1))
          call planes(e(:n, m:1:-1), f(:n, :m), g(:n, m:1:-1))
          call cube(p(:n, m:1:-1, :n), q(:n, :m, n:1:-1), r(:n, m:1:-1, :n))
          call sweep(a(:n, m:1:-1), b(:n, m:1:-1), c(:n, m:1:-1))
        case (4) ! every third column
          call step(a(1:n, 1:3 * m:3), b(1:n, 1:3 * m:3), c(1:n, 1:m))
          call planes(e(:n, :3 * m:3), f(:n, :3 * m:3), g(:n, :m))
          call sweep(a(:n, :3 * m:3), b(:n, :3 * m:3), c(:n, :3 * m:3))
        case (5) ! all of them
          call step(a, b, c)
          call planes(e, f, g)
          call cube(p, q, r)
          call sweep(a, b, c)
        end select
        print *, way, n, m, digest(b), digest(c), digest(d), sum(f * e), sum(g * e), sum(q * p), sum(r * p)
      end do
    end do
  end do
contains
  subroutine begin()
    integer :: i, j, k
    do j = 1, 40
      do i = 1, 40
        a(i, j) = mod(i * 37 + j * 11, 101)
        e(i, j) = mod(i * 7 + j * 13, 31)
      end do
    end do
    do k = 1, 12
      do j = 1, 12
        do i = 1, 12
          p(i, j, k) = mod(i * 5 + j * 7 + k * 11, 17)
        end do
      end do
    end do
    b = 1; c = 2; d = 3; f = 4; g = 5; q = 6; r = 7
  end subroutine
  function digest(x) result(sum)
    real(8), intent(in) :: x(40, 40)
    real(8) :: sum
    integer :: i, j
    sum = 0
    do j = 1, 40
      do i = 1, 40
        sum = mod(sum * 3 + x(i, j), 1048573d0)
      end do
    end do
  end function
end program
