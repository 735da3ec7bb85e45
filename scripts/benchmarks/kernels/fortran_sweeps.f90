! Equation of state, viscosity and energy update, as hydrodynamics codes have them: one sweep for each, halos of two
! cells. By hand (HAND) one sweep. See fortran_sweeps.c.
subroutine sweeps(density, energy, pressure, sound, xvel, yvel, density1, energy1, nx, ny, dt)
  implicit none
  integer :: nx, ny
  real(kind=8) :: dt
  real(kind=8), dimension(-1:nx+2, -1:ny+2) :: density, energy, pressure, sound, xvel, yvel, density1, energy1
  real(kind=8) :: v, pe, pv, div, total
  integer :: j, k
#ifndef HAND
  do k = 1, ny
    do j = 1, nx
      pressure(j, k) = (1.4d0 - 1.0d0) * density(j, k) * energy(j, k)
    end do
  end do
  do k = 1, ny
    do j = 1, nx
      v = 1.0d0 / (density(j, k) + 1.0d-9)
      pe = (1.4d0 - 1.0d0) * density(j, k)
      pv = -density(j, k) * pressure(j, k)
      sound(j, k) = v * v * (pressure(j, k) * pe - pv)
    end do
  end do
  do k = 1, ny
    do j = 1, nx
      div = (xvel(j + 1, k) - xvel(j, k) + yvel(j, k + 1) - yvel(j, k)) * dt
      total = pressure(j, k) + sound(j, k) * 1.0d-6
      density1(j, k) = density(j, k) / (1.0d0 + div)
      energy1(j, k) = energy(j, k) - total * div
    end do
  end do
#else
  do k = 1, ny
    do j = 1, nx
      pressure(j, k) = (1.4d0 - 1.0d0) * density(j, k) * energy(j, k)
      v = 1.0d0 / (density(j, k) + 1.0d-9)
      pe = (1.4d0 - 1.0d0) * density(j, k)
      pv = -density(j, k) * pressure(j, k)
      sound(j, k) = v * v * (pressure(j, k) * pe - pv)
      div = (xvel(j + 1, k) - xvel(j, k) + yvel(j, k + 1) - yvel(j, k)) * dt
      total = pressure(j, k) + sound(j, k) * 1.0d-6
      density1(j, k) = density(j, k) / (1.0d0 + div)
      energy1(j, k) = energy(j, k) - total * div
    end do
  end do
#endif
end subroutine
