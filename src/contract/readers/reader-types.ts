import type * as z from 'zod/mini';

/** An item that could not be read completely has the JSON that was received. */
export interface Incomplete {
  readonly $raw?: unknown;
  /** Nothing but its id, if it has one, could be read. */
  readonly $isUnreadable?: true;
}

/** Fields that identify an item. */
type Identity = 'id' | 'type' | 'member_id' | 'activity_id';

type Scalar = string | number | boolean | null | undefined;

/** A nullable value that is absent is null in items; around them, absent and null differ. */
type AbsentNull<InItem> = InItem extends true ? null : null | undefined;

type ReadPart<Key, Value, InItem> = Value extends Scalar
  ? Value | undefined
  : Value extends readonly (infer Item)[]
    ? Read<Item, InItem>[]
    : Value extends { readonly id: string }
      ? Key extends 'data'
        ? Read<Value, InItem>
        : Read<Value, InItem> | undefined
      : Read<Value, InItem>;

type ReadField<Key, Value, InItem> = unknown extends Value
  ? Value
  : null extends Value
    ? Read<Value, InItem> | AbsentNull<InItem>
    : undefined extends Value
      ? Read<Value, InItem>
      : ReadPart<Key, Value, InItem>;

type ReadObject<Value extends object, InItem> = {
  [Key in keyof Value]: string extends Key
    ? Read<Value[Key], InItem>
    : ReadField<Key, Value[Key], InItem>;
};

type ReadItem<Value extends object> = {
  [Key in keyof Value]: string extends Key
    ? Read<Value[Key], true>
    : Key extends Identity
      ? Value[Key]
      : ReadField<Key, Value[Key], true>;
} & Incomplete;

/**
 * The reader's type of a response. Texts, numbers and booleans may be undefined. What may be null is
 * null if it is absent from an item, and lists and objects are empty.
 */
export type Read<Value, InItem = false> = unknown extends Value
  ? Value
  : Value extends Scalar
    ? Value
    : Value extends readonly (infer Item)[]
      ? Read<Item, InItem>[]
      : Value extends { readonly id: string }
        ? ReadItem<Value>
        : Value extends object
          ? ReadObject<Value, InItem>
          : Value;

/** The reader's type of what a schema describes. */
export type ReadOf<Schema extends z.ZodMiniType> = Read<z.output<Schema>>;
