// A host page with a component of an organization. A test chooses the component and reads what it reports.
import { type B2bClient, type B2bClientOptions, createB2bClient } from '@latchkey/client/b2b'
import {
  Members,
  type MembersConfig,
  mountAdminPortalMemberManagement,
  mountAdminPortalOrgSettings,
  mountAdminPortalSSO,
  OrganizationSettings,
  type OrganizationSettingsConfig,
  OrganizationSwitcher,
  type OrganizationSwitcherConfig,
  SsoSetup,
  type SsoSetupConfig,
} from '@latchkey/widgets/b2b'
import { ar } from '@latchkey/widgets/b2b/organization/locales/ar'
import { de } from '@latchkey/widgets/b2b/organization/locales/de'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** What a test sends to the page. */
export interface Shown<Config> {
  config?: Config
  locale?: 'ar' | 'de'
}

export interface OrganizationPage {
  client: B2bClient
  events: unknown[]
  errors: unknown[]
  showSwitcher(shown?: Shown<OrganizationSwitcherConfig>): void
  showMembers(shown?: Shown<MembersConfig>): void
  showSettings(shown?: Shown<OrganizationSettingsConfig>): void
  mountMembers(): void
  mountSettings(): void
  showSso(shown?: Shown<SsoSetupConfig>): void
  mountSso(): void
}

const query = new URLSearchParams(location.search)
const options: B2bClientOptions = JSON.parse(query.get('options') ?? '{}')
const client = createB2bClient(query.get('public_token') ?? '', options)
const events: unknown[] = []
const errors: unknown[] = []
const callbacks = {
  onEvent: (event: unknown) => void events.push(event),
  onError: (error: unknown) => void errors.push(error),
}
const root = createRoot(document.querySelector('#widget') as Element)
const locales = { ar, de }

const organizationPage: OrganizationPage = {
  ...{ client, events, errors },
  showSwitcher: ({ config = {}, locale } = {}) =>
    root.render(
      <StrictMode>
        <OrganizationSwitcher {...{ client, callbacks }} config={config} strings={locale ? locales[locale] : {}} />
      </StrictMode>,
    ),
  showMembers: ({ config = {}, locale } = {}) =>
    root.render(
      <StrictMode>
        <Members {...{ client, callbacks }} config={config} strings={locale ? locales[locale] : {}} />
      </StrictMode>,
    ),
  showSettings: ({ config = {}, locale } = {}) =>
    root.render(
      <StrictMode>
        <OrganizationSettings {...{ client, callbacks }} config={config} strings={locale ? locales[locale] : {}} />
      </StrictMode>,
    ),
  showSso: ({ config = {}, locale } = {}) =>
    root.render(
      <StrictMode>
        <SsoSetup {...{ client, callbacks }} config={config} strings={locale ? locales[locale] : {}} />
      </StrictMode>,
    ),
  mountSso() {
    mountAdminPortalSSO({ client, callbacks, element: '#portal' })
  },
  mountSettings() {
    mountAdminPortalOrgSettings({ client, callbacks, element: '#portal' })
  },
  mountMembers() {
    mountAdminPortalMemberManagement({ client, callbacks, element: '#portal' })
  },
}
Object.assign(globalThis, { organizationPage })
