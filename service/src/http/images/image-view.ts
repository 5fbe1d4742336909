import { type Static, Type } from "@sinclair/typebox";
import { preferenceNames, preferencesSchema } from "../../domain/preferences.ts";
import { unsupportedAmong } from "../../domain/recipe.ts";
import type { ShownImage } from "../../store/shown-images.ts";
import { nullable } from "../schemas.ts";

/** An image as the API shows it, with its preferences among the other fields; absent ones are null. */
export const imageSchema = Type.Object(
  {
    image_id: Type.String(),
    image_name: Type.String(),
    order_id: Type.String(),
    status: Type.String({ description: "registered, processing, processed or error" }),
    status_reason: nullable(Type.String({ description: "Why the image is in the error state" })),
    content_type: nullable(
      Type.String({ description: "Legacy: the registered Content-Type; the upload must have the same" }),
    ),
    user_id: Type.String(),
    date_added: Type.Integer({ description: "Seconds since 1970" }),
    downloaded: Type.Boolean(),
    enhanced: Type.Boolean(),
    error: Type.Boolean(),
    scene: nullable(Type.String({ description: "Always null: scenes are not classified" })),
    parent_image_id: nullable(Type.String()),
    is_threesixty: Type.Boolean(),
    unsupported_preferences: Type.Array(Type.String(), { description: "Requested preferences that are not applied" }),
    warnings: Type.Array(Type.String(), { description: "The engine's warnings about the files and the picture" }),
    check: nullable(
      Type.Object(
        {
          passed: Type.Boolean({ description: "Nothing was found in the picture" }),
          rung: Type.String({ description: "full, no-deghost, mertens, single-frame or unmerged" }),
          findings: Type.Array(Type.String(), { description: "Remaining findings, in plain words" }),
        },
        { description: "Whether the picture agrees with its frames; null until processed, or if it was not checked" },
      ),
    ),
    ...preferencesSchema.properties,
  },
  { $id: "Image", title: "Image" },
);

/**
 * A merged frame is shown as `merged`, the image that it became part of.
 *
 * Orders of hundreds of images are read many times a second: spreading the preferences into the object would take ten
 * times as long.
 */
export function viewImage(row: ShownImage, merged: ShownImage = row) {
  const { preferences } = row;
  const image: Record<string, unknown> = {
    image_id: row.image_id,
    image_name: row.image_name,
    order_id: row.order_id,
    status: merged.status,
    status_reason: merged.status_reason,
    content_type: row.content_type,
    user_id: row.account_id,
    date_added: Math.floor(row.date_added.getTime() / 1000),
    downloaded: merged.downloaded,
    enhanced: merged.status === "processed",
    error: merged.status === "error",
    scene: null,
    parent_image_id: row.parent_image_id,
    is_threesixty: merged.result?.isThreesixty ?? preferences.threesixty ?? false,
    unsupported_preferences: unsupportedAmong(preferences),
    warnings: merged.result?.warnings ?? [],
    check: merged.result?.check ?? null,
  };
  for (const name of preferenceNames) image[name] = preferences[name] ?? null;
  image["enhance"] = preferences.enhance ?? true;
  image["metadata"] = preferences.metadata ?? row.metadata;
  return image as Static<typeof imageSchema>;
}
