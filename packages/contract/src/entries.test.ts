import { describe, expect, it } from 'vitest'
import * as callingCodes from './calling-codes.ts'
import * as endpoints from './endpoints.ts'
import * as index from './index.ts'
import * as openapi from './openapi/index.ts'
import * as schemas from './schemas/index.ts'

describe('entries', () => {
  it('exports every endpoint by its name from the main entry, each of them a literal', () => {
    const exported: Record<string, unknown> = { ...index }
    for (const [name, endpoint] of Object.entries(endpoints.endpoints)) expect(exported[name]).toBe(endpoint)
  })

  it('exports these values beside the endpoints from the main entry', () => {
    const names = Object.keys(index).filter((name) => !Object.hasOwn(endpoints.endpoints, name))
    expect(names.sort()).toMatchInlineSnapshot(`
      [
        "allPermissions",
        "authFlowTypes",
        "b2bMfaProducts",
        "b2bOAuthProviders",
        "b2bProducts",
        "brandName",
        "brandPrefix",
        "brandWebsite",
        "captchaLoginAction",
        "cookieNames",
        "cryptoWalletTypes",
        "debounceMs",
        "defaultHosts",
        "defaultSdkErrorKind",
        "dfpModes",
        "errorDocsUrl",
        "errorMessage",
        "errorTable",
        "eventBatchSize",
        "eventFlushIntervalMs",
        "frameMethods",
        "intermediateSessionTokenMinutes",
        "isAuthorized",
        "limits",
        "magicLinkLoginExpirationMinutes",
        "magicLinkSignupExpirationMinutes",
        "oauthProviders",
        "oauthStartPath",
        "oneTapCancelOnTapOutside",
        "oneTapFailureReasons",
        "oneTapPositions",
        "otpExpirationMinutes",
        "otpMethods",
        "passcodeLength",
        "products",
        "redirectTypes",
        "retryAttemptCap",
        "retryBaseMs",
        "retryJitterMs",
        "sdkErrorMessage",
        "sdkErrorTable",
        "sdkIdentifier",
        "sdkPath",
        "sdkVersion",
        "sessionClaim",
        "sessionDurationMinutes",
        "sessionRefreshIntervalMs",
        "standardScopes",
        "tokenTypeParameter",
        "tokenTypes",
        "unrecoverableErrorTypes",
        "vendorEmailDomain",
        "verticals",
        "walletOptions",
        "widgetConstants",
      ]
    `)
  })

  it('exports these values from the other entries', () => {
    expect({
      './endpoints': Object.keys(endpoints).sort(),
      './schemas': Object.keys(schemas).sort(),
      './calling-codes': Object.keys(callingCodes).sort(),
      './openapi': Object.keys(openapi).sort(),
    }).toMatchInlineSnapshot(`
      {
        "./calling-codes": [
          "callingCodes",
        ],
        "./endpoints": [
          "endpoints",
        ],
        "./openapi": [
          "createOpenApiDocument",
        ],
        "./schemas": [
          "authenticateResponse",
          "authenticationFactor",
          "clientTelemetry",
          "endpointSchemas",
          "errorBody",
          "isSafeText",
          "jsonDepth",
          "jsonObject",
          "noBody",
          "noData",
          "pathParameter",
          "rbacPolicy",
          "session",
          "text",
          "user",
        ],
      }
    `)
  })
})
