import type { BaseContext } from '../base-context.ts'
import type { ScriptUrl } from '../platform/platform.ts'

/** The address of a script or a worker, in the form that a page under Trusted Types asks for. */
export function scriptUrl(
  { platform, scripts }: Pick<BaseContext, 'platform' | 'scripts'>,
  url: string,
): string | ScriptUrl {
  // Not on the window: whoever finds a policy there could run any script.
  scripts.policy ??= platform.trustedTypes?.createPolicy(scripts.name, { createScriptURL: (text) => text })
  return scripts.policy?.createScriptURL(url) ?? url
}
