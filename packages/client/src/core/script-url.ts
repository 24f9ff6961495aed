import type { ScriptUrl } from '../platform/platform.ts'
import type { BaseContext } from './base-context.ts'

/** The URL of a script or worker, as a `TrustedScriptURL` where the page enforces Trusted Types. */
export function scriptUrl(
  { platform, scripts }: Pick<BaseContext, 'platform' | 'scripts'>,
  url: string,
): string | ScriptUrl {
  // Not stored on the window, where any script could use the policy.
  // Only an own property of the window: `<a id=trustedTypes>` is one of its prototype.
  if (Object.hasOwn(platform, 'trustedTypes'))
    scripts.policy ??= platform.trustedTypes?.createPolicy(scripts.name, { createScriptURL: (text) => text })
  return scripts.policy?.createScriptURL(url) ?? url
}
