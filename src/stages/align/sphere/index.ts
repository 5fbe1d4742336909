export {
  type AlignedSpheres,
  type AlignSpheresInput,
  alignSpheres,
  type SphereRotation,
} from "./align-spheres.ts";
