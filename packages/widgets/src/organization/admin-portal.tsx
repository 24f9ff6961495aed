import type { B2bClient } from '@latchkey/client/b2b'
import type { ReactElement } from 'react'
import type { Root } from 'react-dom/client'
import { createRoot } from 'react-dom/client'
import type { MembersProps } from './members/members.tsx'
import { Members } from './members/members.tsx'
import type { OrganizationSettingsProps } from './settings/settings.tsx'
import { OrganizationSettings } from './settings/settings.tsx'
import type { SsoSetupProps } from './sso/sso.tsx'
import { SsoSetup } from './sso/sso.tsx'

/** The element of a component, or a CSS selector of it. */
interface AdminPortalTarget {
  readonly client: B2bClient
  readonly element: Element | string
}

export type MountAdminPortalMemberManagementOptions = Omit<MembersProps, 'client'> & AdminPortalTarget

/**
 * Renders `Members` into an element, on a page without React. Returns a function that removes it. Another call with the
 * same element replaces the options.
 *
 * @example
 * const unmount = mountAdminPortalMemberManagement({ client, element: '#members' })
 */
export function mountAdminPortalMemberManagement({
  element,
  ...props
}: MountAdminPortalMemberManagementOptions): () => void {
  return mount('mountAdminPortalMemberManagement', element, <Members {...props} />)
}

export type MountAdminPortalOrgSettingsOptions = Omit<OrganizationSettingsProps, 'client'> & AdminPortalTarget

/**
 * Renders `OrganizationSettings` into an element, on a page without React.
 *
 * @example
 * const unmount = mountAdminPortalOrgSettings({ client, element: '#organization' })
 */
export function mountAdminPortalOrgSettings({ element, ...props }: MountAdminPortalOrgSettingsOptions): () => void {
  return mount('mountAdminPortalOrgSettings', element, <OrganizationSettings {...props} />)
}

export type MountAdminPortalSSOOptions = Omit<SsoSetupProps, 'client'> & AdminPortalTarget

/**
 * Renders `SsoSetup` into an element, on a page without React.
 *
 * @example
 * const unmount = mountAdminPortalSSO({ client, element: '#sso' })
 */
export function mountAdminPortalSSO({ element, ...props }: MountAdminPortalSSOOptions): () => void {
  return mount('mountAdminPortalSSO', element, <SsoSetup {...props} />)
}

const roots = /* @__PURE__ */ new WeakMap<Element, Root>()

function mount(caller: string, target: Element | string, component: ReactElement): () => void {
  const element = typeof target === 'string' ? Document.prototype.querySelector.call(document, target) : target
  if (!element) throw new Error(`${caller}: no element on the page matches ${JSON.stringify(target)}.`)
  const root = roots.get(element) ?? createRoot(element)
  roots.set(element, root)
  root.render(component)
  return () => {
    if (roots.get(element) !== root) return
    roots.delete(element)
    root.unmount()
  }
}
