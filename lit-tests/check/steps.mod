!mod$ v1 sum:bf396416344e499e
module steps
contains
subroutine step(a,b,c)
real(8),intent(in)::a(:,:)
real(8),intent(inout)::b(:,:)
real(8),intent(inout)::c(:,:)
end
subroutine statements(a,b,c,d)
real(8),intent(in)::a(:)
real(8),intent(inout)::b(:)
real(8),intent(inout)::c(:)
real(8),intent(inout)::d(:)
end
subroutine planes(a,b,c)
real(4),intent(in)::a(:,:)
real(4),intent(inout)::b(:,:)
real(4),intent(inout)::c(:,:)
end
subroutine cube(a,b,c)
integer(4),intent(in)::a(:,:,:)
integer(4),intent(inout)::b(:,:,:)
integer(4),intent(inout)::c(:,:,:)
end
subroutine sweep(u,v,w)
real(8),intent(in)::u(:,:)
real(8),intent(inout)::v(:,:)
real(8),intent(inout)::w(:,:)
end
end
