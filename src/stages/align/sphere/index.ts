export { alignSpheres, type SphereRotation } from "./align-spheres.ts";
