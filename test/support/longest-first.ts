import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files, slowest first, so that no processor is idle while the last one runs. */
const long = [
  "service/test/backup",
  "service/test/one-house",
  "service/test/web/studio-in-chromium",
  "service/test/clients",
  "service/test/web/every-page-in-chromium",
  "service/test/program",
  "service/test/queue/shared-queue",
  "service/test/rotate-command",
  "service/test/three-apis",
  "service/test/grouping",
  "service/test/web/panorama-in-chromium",
  "service/test/database/migrations",
  "test/robustness/real-files",
  "service/test/kills",
  "test/engine/leases",
  "test/exiftool/exiftool",
  "test/robustness/planted-places",
  "service/test/roles",
  "test/cli/commands",
  "test/engine/batch",
  "test/stages/group/simulated-shoots",
  "test/build/package",
  "test/engine/kernels",
  "test/recipes",
  "test/pipeline/ladder",
  "test/stages/deghost/deghost",
  "test/engine/one-house",
  "test/engine/shoot-cases",
  "test/cli/ended-early",
  "test/cli/shoot-page-chromium",
  "test/examples",
  "test/pipeline/find-geometry",
  "test/stages/group/real-flash",
  "test/stages/tone/look",
  "test/stages/align/align",
  "test/stages/tone/spheres",
  "test/engine/results",
  "test/stages/perspective/perspective",
  "test/cli/tutorial",
  "test/build/kernels-wasm",
];

/** Runs slow files first in each part, then, as vitest does without recorded times, large files before small ones. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => place(a) - place(b)),
    );
  }
}

function place({ moduleId }: TestSpecification): number {
  const index = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return index === -1 ? long.length : index;
}
