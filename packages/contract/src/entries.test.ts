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
        "buttonHeightPx",
        "captchaLoginAction",
        "codeSentLabelMs",
        "containerWidthPx",
        "cookieNames",
        "countdownTickMs",
        "cryptoWalletTypes",
        "debounceMs",
        "defaultCountry",
        "defaultHosts",
        "defaultResponseType",
        "defaultScope",
        "defaultSdkErrorKind",
        "dfpModes",
        "errorDocsUrl",
        "errorMessage",
        "errorTable",
        "eventBatchSize",
        "eventFlushIntervalMs",
        "fetchDedupeMs",
        "fetchErrorRetryMs",
        "fetchErrorRetrySlowMs",
        "fontSizePx",
        "frameMethods",
        "inputHeightPx",
        "intermediateSessionTokenMinutes",
        "isAuthorized",
        "limits",
        "logoMaxHeightPx",
        "logoMaxWidthPx",
        "magicLinkLoginExpirationMinutes",
        "magicLinkSignupExpirationMinutes",
        "mainScreenButtonCap",
        "oauthProviders",
        "oauthStartPath",
        "oneTapCancelOnTapOutside",
        "oneTapFailureReasons",
        "oneTapHeightPx",
        "oneTapPositions",
        "oneTapResizeDebounceMs",
        "otpExpirationMinutes",
        "otpMethods",
        "passcodeLength",
        "passkeyAutofillRetries",
        "phoneParseDisplayTimeoutMs",
        "phoneParseSubmitTimeoutMs",
        "phonePlaceholder",
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
        "toastDurationMs",
        "toastWidthPx",
        "toastsKept",
        "tokenTypeParameter",
        "tokenTypes",
        "unrecoverableErrorTypes",
        "vendorEmailDomain",
        "verifyingProgressMs",
        "verticals",
        "walletOptions",
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
