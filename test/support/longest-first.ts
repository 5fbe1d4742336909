import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest test files, slowest first, so that no processor is idle while the last one runs. */
const long = [
  "service/test/kills",
  "test/robustness/real-files",
  "test/engine/leases",
  "test/robustness/planted-places",
  "test/pipeline/find-geometry",
  "test/engine/batch",
  "test/cli/commands",
  "test/build/package",
  "test/engine/kernels",
  "test/recipes",
  "test/build/kernels-wasm",
  "test/stages/group/simulated-shoots",
  "test/cli/tutorial",
  "test/cli/ended-early",
  "test/pipeline/ladder",
  "test/engine/one-house",
  "service/test/queue/shared-queue",
  "service/test/clients",
  "service/test/one-house",
  "test/stages/deghost/deghost",
  "test/stages/decode/ground-truth",
  "test/stages/align/align",
  "test/stages/detect360/detect360",
  "test/stages/perspective/perspective",
  "test/codecs/fixtures",
  "test/stages/tone/spheres",
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
