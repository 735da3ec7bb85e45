! Assumed-size arrays, of which one variable says how long a column is, and another one how much of it is used: numbers that
! are loaded, so that the check has to freeze what it compares.
!
! REQUIRES: flang
! RUN: flang-22 -fpass-plugin=%loopfuse -mllvm -loop-fuse-options=verify -O2 -g -c %s -o %t.o -Rpass=loop-fuse 2>&1 | FileCheck %s
! RUN: %run_both --fused %s

subroutine box(a, b, c, w, h, ld)
  implicit none
  integer, intent(in) :: w, h, ld
  integer :: a(ld, *), b(ld, *), c(ld, *)
  integer :: i, j
  ! CHECK: rows.f90:[[#@LINE+1]]:3: remark: fused loop at line [[#@LINE+1]] with loop at line [[#@LINE+6]], {{.*}}; where the sizes of b keep rows apart
  do j = 1, h
    do i = 1, w
      b(i, j) = a(i, j) * 2
    end do
  end do
  do j = 1, h
    do i = 1, w
      c(i, j) = b(i, j) + 1
    end do
  end do
end subroutine

program main
  implicit none
  integer :: a(400), b(400), c(400), i, w, ld
  do w = 0, 9
    do ld = 1, 12
      do i = 1, 400
        a(i) = mod(i * 37, 101)
        b(i) = i
        c(i) = -i
      end do
      call box(a, b, c, w, 9, ld)
      print *, w, ld, sum(b * a), sum(c * a)
    end do
  end do
end program
