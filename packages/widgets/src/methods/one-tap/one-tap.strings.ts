/**
 * For developers, shown only with a test token: why the button is shown in place of One Tap.
 */
export const oneTapStrings = {
  'one_tap.origin_not_allowed':
    "One Tap is not shown: this page's origin is not allowed. Add it to the project's authorized origins, and to the authorized JavaScript origins of the OAuth client at Google.",
  'one_tap.invalid_client': 'One Tap is not shown: Google does not know the OAuth client of this project.',
  'one_tap.no_oauth_client': 'One Tap is not shown: this project has no OAuth client for Google.',
  'one_tap.no_redirect_urls': 'One Tap is not shown: this project has no login or signup redirect URLs.',
  'one_tap.default_provider_not_allowed':
    "One Tap is not shown: it needs a Google OAuth client of the project's own, not the default one.",
  'one_tap.unknown_reason': 'One Tap is not shown: {reason}',
} as const
