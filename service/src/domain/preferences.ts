import { type Static, type TSchema, Type } from "@sinclair/typebox";

/** May be absent or null, which means the same. */
const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(Type.Union([schema, Type.Null()]));

const flag = (description?: string) => maybe(Type.Boolean(description ? { description } : {}));
const word = (description: string) => maybe(Type.String({ maxLength: 128, description }));
const level = () =>
  maybe(Type.Union([Type.Literal("NONE"), Type.Literal("LOW"), Type.Literal("MEDIUM"), Type.Literal("HIGH")]));
/** The most characters of JSON in a client's own object: it is kept with the image and is part of every answer. */
const maxJsonLength = 16_384;
const anyObject = (description: string) =>
  maybe(
    Type.Record(Type.String(), Type.Unknown(), {
      description: `${description}; at most ${maxJsonLength} characters of JSON`,
      "x-max-json-length": maxJsonLength,
    }),
  );

/** Values of `ai_version`: the names of the engine's recipes, and any version from 1 to 5. */
export const knownVersion = /^(latest|stable|beta|[1-5](\.([0-9]{1,3}|x)){0,2})$/;

export const aiVersion = Type.String({
  pattern: knownVersion.source,
  description:
    "The recipe: latest, stable, beta, 5.0, 5.x, 4.0, 4.x, or any version 1 to 5; versions below 5 correct fewer lenses",
  "x-rule": "Must be latest, stable, beta or a version from 1 to 5, for example 5.0 or 4.x.",
});

/** Every preference that the API accepts. Others are ignored, never refused. */
export const preferencesSchema = Type.Object({
  enhance: flag("false: only decode, merge and write"),
  enhance_type: word("property, property_usa, natural, warm, neutral or modern"),
  lens_correction: flag(),
  vertical_correction: flag(),
  perspective_correction: flag(),
  perspective_correction_mode: word("DEFAULT_ENABLED, PRESERVE_CONTENT or PRIORITIZE_PERSPECTIVE"),
  window_pull: flag(),
  window_pull_type: word("NONE, ONLY_WINDOWS or WINDOWS_WITH_SKIES"),
  sky_replacement: flag("Accepted, but not done: nothing is added to a scene"),
  cloud_type: word("CLEAR, LOW_CLOUD or HIGH_CLOUD; see sky_replacement"),
  restage: anyObject("Accepted, but not done: nothing is added or removed"),
  privacy: flag("Accepted, not done"),
  upscale: flag("Accepted, not done"),
  threesixty: flag("A 360° picture; detected if absent"),
  hdr: flag("At registration: the upload is a bracket, held until its order is merged"),
  rating: maybe(Type.Integer({ minimum: 0, maximum: 5 })),
  preset_id: word("Kept with the image"),
  metadata: anyObject("The client's own object, returned unchanged; if none was sent, when and how the file was taken"),
  finetune_settings: anyObject("Accepted, not done"),
  ai_version: maybe(aiVersion),
  brightness_boost: level(),
  brightness_boost_external: level(),
  brightness_boost_internal: level(),
  contrast_boost: level(),
  contrast_boost_external: level(),
  contrast_boost_internal: level(),
  clarity_level: level(),
  saturation_level: level(),
  denoise_level: level(),
});

export type Preferences = Static<typeof preferencesSchema>;

export type PreferenceName = keyof Preferences;

export const preferenceNames = Object.keys(preferencesSchema.properties) as PreferenceName[];

/** The preferences that `body` sets. */
export function pickPreferences(body: Readonly<Record<string, unknown>>): Preferences {
  return Object.fromEntries(
    preferenceNames.filter((name) => body[name] !== undefined && body[name] !== null).map((name) => [name, body[name]]),
  );
}
