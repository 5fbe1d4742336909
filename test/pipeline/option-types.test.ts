import { describe, expect, expectTypeOf, test } from "vitest";
import type { OptionsOf, OptionTable } from "../../src/options/index.ts";
import {
  type DevelopOptions,
  type DevelopOptionsInput,
  type EngineOptions,
  type EngineOptionsInput,
  type EnhanceOptions,
  type EnhanceOptionsInput,
  enhanceTables,
  type GroupOptions,
  type GroupOptionsInput,
  type MergeOptions,
  type MergeOptionsInput,
  type ResolvedOptions,
  resolveEnhanceOptions,
  type ThumbnailOptions,
  type ThumbnailOptionsInput,
} from "../../src/pipeline/options.ts";

/** `true` if each is assignable to the other. */
type AreOne<A, B> = [A, B] extends [B, A] ? (keyof A extends keyof B ? true : false) : false;

describe("the documented interfaces of options", () => {
  test("accept what the option tables accept, name by name", () => {
    expectTypeOf<AreOne<EngineOptions, EngineOptionsInput>>().toEqualTypeOf<true>();
    expectTypeOf<AreOne<EnhanceOptions, EnhanceOptionsInput>>().toEqualTypeOf<true>();
    expectTypeOf<AreOne<GroupOptions, GroupOptionsInput>>().toEqualTypeOf<true>();
    expectTypeOf<AreOne<MergeOptions, MergeOptionsInput>>().toEqualTypeOf<true>();
    expectTypeOf<AreOne<DevelopOptions, DevelopOptionsInput>>().toEqualTypeOf<true>();
    expectTypeOf<AreOne<ThumbnailOptions, ThumbnailOptionsInput>>().toEqualTypeOf<true>();
    expectTypeOf<keyof EnhanceOptionsInput>().toEqualTypeOf<keyof EnhanceOptions>();
    type Tables = typeof enhanceTables;
    type Inferred = { readonly [Stage in keyof Tables]: OptionsOf<Tables[Stage]> };
    expectTypeOf<AreOne<ResolvedOptions, Inferred>>().toEqualTypeOf<true>();
    expectTypeOf<AreOne<EnhanceOptions, { readonly quality?: string }>>().toEqualTypeOf<false>();
  });

  test("have exact choices", () => {
    expectTypeOf<EnhanceOptions["method"]>().toEqualTypeOf<"natural" | "mertens" | undefined>();
    expectTypeOf<EnhanceOptions["bitDepth"]>().toEqualTypeOf<"auto" | "8" | "10" | "16" | 8 | 10 | 16 | undefined>();
  });

  test("name every default that the tables have", () => {
    const defaults: ResolvedOptions = resolveEnhanceOptions({}, {});
    for (const [stage, table] of Object.entries<OptionTable>(enhanceTables))
      expect(Object.keys(defaults[stage as keyof ResolvedOptions])).toEqual(Object.keys(table));
  });
});
