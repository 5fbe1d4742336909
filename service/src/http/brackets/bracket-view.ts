import { Type } from "@sinclair/typebox";
import type { BracketRow } from "../../store/bracket-store.ts";
import { nullable } from "../schemas.ts";

export const bracketSchema = Type.Object(
  {
    bracket_id: Type.String(),
    image_id: nullable(Type.String()),
    name: Type.String(),
    order_id: Type.String(),
    is_uploaded: Type.Boolean(),
    content_type: nullable(
      Type.String({ description: "Legacy: the registered Content-Type; the upload must have the same" }),
    ),
    metadata: nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          "The client's own object; if none was sent, when and how the file was taken and with which camera, never where",
      }),
    ),
  },
  { $id: "Bracket", title: "Bracket" },
);

export function viewBracket(row: BracketRow) {
  return {
    bracket_id: row.bracket_id,
    image_id: row.image_id,
    name: row.name,
    order_id: row.order_id,
    is_uploaded: row.source !== null,
    content_type: row.content_type,
    metadata: row.metadata,
  };
}
