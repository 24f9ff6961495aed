import { describe, expect, expectTypeOf, it } from 'vitest'
import type * as z from 'zod'
import { type EndpointName, endpoints } from '../api/endpoints.ts'
import type { RequestOf, ResponseOf } from '../core/endpoint.ts'
import type { AuthenticationFactor, Name } from '../core/entities.ts'
import { endpointSchemas } from './api/endpoint-schemas.ts'
import type { Exact, Same } from './core/exact.ts'

type Schemas = typeof endpointSchemas
type Endpoints = typeof endpoints

/** The names of the endpoints whose schemas differ from their hand-written types. */
type Unequal = {
  [Name in EndpointName]: Same<z.infer<Schemas[Name]['request']>, RequestOf<Endpoints[Name]>> extends true
    ? Same<z.infer<Schemas[Name]['response']>, ResponseOf<Endpoints[Name]>> extends true
      ? never
      : `${Name}: response`
    : `${Name}: request`
}[EndpointName]

/** The names of the endpoints with a schema that did not go through `exactly`. */
type Unproven = {
  [Name in EndpointName]: Schemas[Name]['request'] extends Exact<RequestOf<Endpoints[Name]>>
    ? Schemas[Name]['response'] extends Exact<ResponseOf<Endpoints[Name]>>
      ? never
      : Name
    : Name
}[EndpointName]

describe('schemas and hand-written types', () => {
  it('are equal for the request and the response of every endpoint', () => {
    expectTypeOf<Unequal>().toBeNever()
    expectTypeOf<Unproven>().toBeNever()
    expectTypeOf<keyof Schemas>().toEqualTypeOf<EndpointName>()
    expect(Object.keys(endpointSchemas).sort()).toEqual(Object.keys(endpoints).sort())
  })

  it('differ in type after any change', () => {
    expectTypeOf<Same<Name, Name>>().toEqualTypeOf<true>()
    expectTypeOf<Same<Name, Omit<Name, 'last_name'>>>().toEqualTypeOf<false>()
    expectTypeOf<Same<Name, Partial<Name>>>().toEqualTypeOf<false>()
    expectTypeOf<Same<Name, Name & { title: string }>>().toEqualTypeOf<false>()
    expectTypeOf<Same<{ names: Name[] }, { names: Partial<Name>[] }>>().toEqualTypeOf<false>()
    expectTypeOf<Same<{ kind: 'a' }, { kind: string }>>().toEqualTypeOf<false>()
    expectTypeOf<Same<{ kind: string | null }, { kind: string }>>().toEqualTypeOf<false>()
    expectTypeOf<Same<AuthenticationFactor, AuthenticationFactor & { more: 1 }>>().toEqualTypeOf<false>()
    expectTypeOf<Same<unknown, Name>>().toEqualTypeOf<false>()
    expectTypeOf<z.ZodType<Name> extends Exact<Name> ? true : false>().toEqualTypeOf<false>()
  })
})
