import type * as z from 'zod'
import type { RequestOf, ResponseOf } from '../endpoint.ts'

declare const exact: unique symbol

/** A schema whose output was proven equal to the hand-written type. Only `exactly` makes one. */
export type Exact<T> = z.ZodType<T> & { readonly [exact]: true }

// An intersection and the interface it amounts to are one type to us, not to the compiler's identity check.
// Dictionaries stay as they are: one of them, JsonObject, has no end.
type Flat<T> = T extends object ? (string extends keyof T ? T : { [Key in keyof T]: Flat<T[Key]> }) : T

/** True only if both types accept and promise the same, optional keys included. */
export type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false

interface Mismatch<Schema, Type> {
  'the schema gives': Schema
  'the type says': Type
}

/**
 * Ties a schema to its hand-written type; any difference is a type error. It also keeps the declarations small:
 * what leaves the file is the type's name, not the schema's structure.
 *
 * @example
 * const name = exactly<Name>()(z.object({ first_name: text(256), … }))
 */
export function exactly<T>(): <Schema extends z.ZodType>(
  schema: Schema & (Same<z.output<Schema>, T> extends true ? unknown : Mismatch<z.output<Schema>, T>),
) => Exact<T> {
  // The brand lives in the types alone; the condition on the parameter has just proven it.
  return (schema) => schema as unknown as Exact<T>
}

export interface EndpointSchemas<E> {
  readonly request: Exact<RequestOf<E>>
  /** What stands in `data`. */
  readonly response: Exact<ResponseOf<E>>
}

/** The schemas of a product file: one pair an endpoint, by the endpoint's name. */
export type SchemasOf<Endpoints> = { readonly [Name in keyof Endpoints]: EndpointSchemas<Endpoints[Name]> }
