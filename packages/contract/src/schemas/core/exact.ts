import type * as z from 'zod'
import type { RequestOf, ResponseOf } from '../../core/endpoint.ts'

declare const exact: unique symbol

/** A schema whose output type equals the hand-written type. Created by `exactly` only. */
export type Exact<T> = z.ZodType<T> & { readonly [exact]: true }

// The identity check of the compiler distinguishes an intersection from an equivalent interface: flatten both.
// Dictionaries are not flattened, because JsonObject is recursive.
type Flat<T> = T extends object ? (string extends keyof T ? T : { [Key in keyof T]: Flat<T[Key]> }) : T

/** True only if both types are identical, including optional keys. */
export type Same<A, B> = (<T>() => T extends Flat<A> ? 1 : 2) extends <T>() => T extends Flat<B> ? 1 : 2 ? true : false

interface Mismatch<Schema, Type> {
  'the schema gives': Schema
  'the type says': Type
}

/**
 * Binds a schema to its hand-written type; any difference is a type error. It also keeps declaration files small: they
 * contain the name of the type, not the structure of the schema.
 *
 * @example
 * const name = exactly<Name>()(z.object({ first_name: text(256), … }))
 */
export function exactly<T>(): <Schema extends z.ZodType>(
  schema: Schema & (Same<z.output<Schema>, T> extends true ? unknown : Mismatch<z.output<Schema>, T>),
) => Exact<T> {
  // The brand exists in types only; the condition of the parameter has proven it.
  return (schema) => schema as unknown as Exact<T>
}

export interface EndpointSchemas<E> {
  readonly request: Exact<RequestOf<E>>
  /** The schema of `data`. */
  readonly response: Exact<ResponseOf<E>>
}

/** The schemas of a product file: one pair per endpoint, by the name of the endpoint. */
export type SchemasOf<Endpoints> = { readonly [Name in keyof Endpoints]: EndpointSchemas<Endpoints[Name]> }
