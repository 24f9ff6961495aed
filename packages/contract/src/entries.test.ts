import { describe, expect, it } from 'vitest'
import * as admin from './admin/index.ts'
import * as endpoints from './api/endpoints.ts'
import * as b2b from './b2b/index.ts'
import * as callingCodes from './calling-codes.ts'
import * as index from './index.ts'
import * as openapi from './openapi/index.ts'
import * as schemas from './schemas/index.ts'

describe('entries', () => {
  it('exports every endpoint literal from the main entry, those of business projects from ./b2b', () => {
    const [main, business]: Record<string, unknown>[] = [{ ...index }, { ...b2b }]
    for (const [name, endpoint] of Object.entries(endpoints.endpoints)) {
      const isBusiness = /^(\/idp)?\/b2b\//.test(endpoint.path)
      expect([main?.[name], business?.[name]]).toEqual(isBusiness ? [undefined, endpoint] : [endpoint, undefined])
    }
  })

  it('exports these values in addition to the endpoints from the main entry', () => {
    const names = Object.keys(index).filter((name) => !Object.hasOwn(endpoints.endpoints, name))
    expect(names.sort()).toMatchInlineSnapshot(`
      [
        "allPermissions",
        "authFlowTypes",
        "b2bMfaProducts",
        "b2bOAuthProviders",
        "b2bProducts",
        "b2bScreens",
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
        "errorDocsPath",
        "errorMessage",
        "errorTable",
        "eventBatchSize",
        "eventFlushIntervalMs",
        "fetchDedupeMs",
        "fetchErrorRetryMs",
        "fetchErrorRetrySlowMs",
        "fontSizePx",
        "frameMethods",
        "framePath",
        "identityProviderNames",
        "inputHeightPx",
        "intermediateSessionTokenMinutes",
        "isAuthorized",
        "landingErrorParameter",
        "limits",
        "logoMaxHeightPx",
        "logoMaxWidthPx",
        "longestCaptchaSalt",
        "magicLinkLoginExpirationMinutes",
        "magicLinkSignupExpirationMinutes",
        "mainScreenButtonCap",
        "mostCaptchaNumbers",
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
        "reservedClaims",
        "retryAttemptCap",
        "retryBaseMs",
        "retryJitterMs",
        "sdkErrorMessage",
        "sdkErrorTable",
        "sdkIdentifier",
        "sdkPath",
        "sdkVersion",
        "sessionClaim",
        "sessionCookieName",
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
      './admin': Object.keys(admin).sort(),
      './b2b': Object.keys(b2b)
        .filter((name) => !Object.hasOwn(endpoints.endpoints, name))
        .sort(),
      './endpoints': Object.keys(endpoints).sort(),
      './schemas': Object.keys(schemas).sort(),
      './calling-codes': Object.keys(callingCodes).sort(),
      './openapi': Object.keys(openapi).sort(),
    }).toMatchInlineSnapshot(`
      {
        "./admin": [
          "adminEndpoints",
          "adminPath",
        ],
        "./b2b": [
          "b2bOAuthDiscoveryStartPath",
          "b2bOAuthStartPath",
          "builtInActions",
          "builtInPolicy",
          "builtInResourceId",
          "builtInRoleIds",
          "expiredCertificatePolicies",
          "factorOrders",
          "isSlug",
          "joinPolicies",
          "memberStatuses",
          "methodPolicies",
          "mfaEnrollments",
          "mfaMethods",
          "mfaPolicies",
          "oidcClientAuthentications",
          "oidcSigningAlgorithms",
          "organizationAuthMethods",
          "recoverableMfaMethod",
          "roleSourceTypes",
          "samlRequestBindings",
          "slugInUrl",
          "slugPlaceholder",
          "ssoConnectionKinds",
          "ssoConnectionStatuses",
          "ssoIdentityProviders",
          "ssoStartPath",
          "tenantJoinPolicies",
          "withCustomRoles",
        ],
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
          "adminEndpointSchemas",
          "authenticateResponse",
          "authenticationFactor",
          "captchaSolution",
          "clientTelemetry",
          "discoveryResponse",
          "endpointSchemas",
          "errorBody",
          "isSafeText",
          "jsonDepth",
          "jsonObject",
          "member",
          "memberResponse",
          "memberSession",
          "memberSessionResponse",
          "memberSignInResponse",
          "newUser",
          "noBody",
          "noData",
          "organization",
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
