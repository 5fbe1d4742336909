import { type TSchema, Type } from "@sinclair/typebox";

/** Ids that clients choose: letters, digits and `._-`, so that they are safe in paths, headers and logs. */
export const clientId = (description: string) =>
  Type.String({ pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$", description });

/** A file name as the client says it; it never becomes a path. */
export const fileName = (description: string) => Type.String({ minLength: 1, maxLength: 1024, description });

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const errorSchema = Type.Object(
  { message: Type.String(), detail: Type.Record(Type.String(), Type.Unknown()) },
  { $id: "Error", title: "Error" },
);

/** Answers that any endpoint may give besides its own. */
export const commonErrors = {
  401: Type.Ref("Error", { description: "The API key is missing or not valid" }),
  404: Type.Ref("Error", { description: "There is no such thing, or it belongs to another account" }),
  422: Type.Ref("Error", { description: "The request is not valid; detail.json names the fields" }),
  429: Type.Ref("Error", { description: "Too many requests" }),
} as const;

export const idParams = <Name extends string>(name: Name) =>
  Type.Object({ [name]: Type.String({ minLength: 1, maxLength: 128 }) } as Record<
    Name,
    ReturnType<typeof Type.String>
  >);

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Whether nobody can guess the id, so that knowing it is enough to read what it names. */
export function isUnguessable(id: string): boolean {
  return uuidV4.test(id);
}
