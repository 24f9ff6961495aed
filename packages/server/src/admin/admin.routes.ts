import { adminEndpoints } from '@latchkey/contract/admin'
import { listSecretKeys, listSigningKeys, revokeSecretKey, rotateSigningKeys } from './project/keys.service.ts'
import {
  admitOAuthClient,
  createOAuthClient,
  deleteOAuthClient,
  getOAuthClient,
  listOAuthClients,
  rotateOAuthClientSecret,
  updateOAuthClient,
} from './project/oauth-clients.service.ts'
import {
  deleteOAuthCredentials,
  listOAuthCredentials,
  saveOAuthCredentials,
} from './project/oauth-credentials.service.ts'
import { getProject, getSettings, updateSettings } from './project/project.service.ts'
import { deleteTemplate, getTemplate, listTemplates, setTemplate } from './project/templates.service.ts'
import { type AdminRoute, adminRoute } from './request/admin-route.ts'
import { createBiometricRegistration } from './users/biometric.service.ts'
import { createToken, revokeImpersonations } from './users/impersonation.service.ts'
import {
  changeMember,
  createMember,
  deleteFactor,
  deleteMember,
  getMember,
  listMembers,
  restoreMember,
  searchMembers,
  unlinkFormerEmail,
} from './users/members.service.ts'
import { createUser, importUsers } from './users/new-users.ts'
import { createAttachToken } from './users/oauth-attach.service.ts'
import {
  addOrganizationDomain,
  checkOrganizationDomain,
  listOrganizationDomains,
  removeOrganizationDomain,
} from './users/organization-domains.service.ts'
import {
  changeOrganization,
  createOrganization,
  deleteOrganization,
  getOrganization,
  listOrganizations,
  setSuspended,
  simulateOrganization,
} from './users/organizations.service.ts'
import { listSessions, revokeSessions } from './users/sessions.service.ts'
import {
  createSsoExternal,
  createSsoOidc,
  createSsoSaml,
  deleteSsoCertificate,
  deleteSsoConnection,
  getSsoTest,
  listSsoAttempts,
  listSsoConnections,
  startSsoTest,
  updateSsoExternal,
  updateSsoOidc,
  updateSsoSaml,
  updateSsoSamlByUrl,
} from './users/sso.service.ts'
import {
  clearLockouts,
  deleteRegistration,
  deleteUser,
  disableUser,
  enableUser,
  getUser,
  listUsers,
  pruneUsers,
  updateUser,
} from './users/users.service.ts'

const megabyte = 1_048_576

/** The endpoints of the admin API, for backends and the command line. */
export const adminRoutes: readonly AdminRoute[] = [
  adminRoute(adminEndpoints.adminProjectGet, getProject),
  adminRoute(adminEndpoints.adminSettingsGet, getSettings),
  adminRoute(adminEndpoints.adminSettingsUpdate, updateSettings, { bodyLimit: megabyte }),
  adminRoute(adminEndpoints.adminUsersList, listUsers),
  adminRoute(adminEndpoints.adminUsersCreate, createUser),
  adminRoute(adminEndpoints.adminUsersImport, importUsers, { bodyLimit: 4 * megabyte }),
  adminRoute(adminEndpoints.adminUsersPrune, pruneUsers),
  adminRoute(adminEndpoints.adminUsersGet, getUser),
  adminRoute(adminEndpoints.adminUsersUpdate, updateUser),
  adminRoute(adminEndpoints.adminUsersDelete, deleteUser),
  adminRoute(adminEndpoints.adminUsersDisable, disableUser),
  adminRoute(adminEndpoints.adminUsersEnable, enableUser),
  adminRoute(adminEndpoints.adminUsersUnlock, clearLockouts),
  adminRoute(adminEndpoints.adminUsersDeleteRegistration, deleteRegistration),
  adminRoute(adminEndpoints.adminUsersCreateBiometricRegistration, createBiometricRegistration),
  adminRoute(adminEndpoints.adminSessionsList, listSessions),
  adminRoute(adminEndpoints.adminSessionsRevoke, revokeSessions),
  adminRoute(adminEndpoints.adminSecretKeysList, listSecretKeys),
  adminRoute(adminEndpoints.adminSecretKeysRevoke, revokeSecretKey),
  adminRoute(adminEndpoints.adminSigningKeysList, listSigningKeys),
  adminRoute(adminEndpoints.adminSigningKeysRotate, rotateSigningKeys),
  adminRoute(adminEndpoints.adminOAuthCredentialsList, listOAuthCredentials),
  adminRoute(adminEndpoints.adminOAuthCredentialsSet, saveOAuthCredentials),
  adminRoute(adminEndpoints.adminOAuthCredentialsDelete, deleteOAuthCredentials),
  adminRoute(adminEndpoints.adminOAuthClientsList, listOAuthClients),
  adminRoute(adminEndpoints.adminOAuthClientsCreate, createOAuthClient),
  adminRoute(adminEndpoints.adminOAuthClientsGet, getOAuthClient),
  adminRoute(adminEndpoints.adminOAuthClientsUpdate, updateOAuthClient),
  adminRoute(adminEndpoints.adminOAuthClientsDelete, deleteOAuthClient),
  adminRoute(adminEndpoints.adminOAuthClientsAdmit, admitOAuthClient),
  adminRoute(adminEndpoints.adminOAuthClientsRotateSecret, rotateOAuthClientSecret),
  adminRoute(adminEndpoints.adminTemplatesList, listTemplates),
  adminRoute(adminEndpoints.adminTemplatesGet, getTemplate),
  adminRoute(adminEndpoints.adminTemplatesSet, setTemplate),
  adminRoute(adminEndpoints.adminTemplatesDelete, deleteTemplate),
  adminRoute(adminEndpoints.adminImpersonationTokensCreate, createToken),
  adminRoute(adminEndpoints.adminImpersonationsRevoke, revokeImpersonations),
  adminRoute(adminEndpoints.adminOAuthAttachTokensCreate, createAttachToken),
  adminRoute(adminEndpoints.adminOrganizationsList, listOrganizations),
  adminRoute(adminEndpoints.adminOrganizationsCreate, createOrganization),
  adminRoute(adminEndpoints.adminOrganizationsGet, getOrganization),
  adminRoute(adminEndpoints.adminOrganizationsUpdate, changeOrganization, { bodyLimit: megabyte }),
  adminRoute(adminEndpoints.adminOrganizationsSuspend, (context, call) => setSuspended(context, call, true)),
  adminRoute(adminEndpoints.adminOrganizationsResume, (context, call) => setSuspended(context, call, false)),
  adminRoute(adminEndpoints.adminOrganizationsSimulate, simulateOrganization),
  adminRoute(adminEndpoints.adminOrganizationsDelete, deleteOrganization),
  adminRoute(adminEndpoints.adminMembersList, listMembers),
  adminRoute(adminEndpoints.adminMembersSearch, searchMembers),
  adminRoute(adminEndpoints.adminMembersCreate, createMember),
  adminRoute(adminEndpoints.adminMembersGet, getMember),
  adminRoute(adminEndpoints.adminMembersUpdate, changeMember),
  adminRoute(adminEndpoints.adminMembersDelete, deleteMember),
  adminRoute(adminEndpoints.adminMembersReactivate, restoreMember),
  adminRoute(adminEndpoints.adminMembersDeleteFactor, deleteFactor),
  adminRoute(adminEndpoints.adminMembersUnlinkRetiredEmail, unlinkFormerEmail),
  adminRoute(adminEndpoints.adminOrganizationDomainsList, listOrganizationDomains),
  adminRoute(adminEndpoints.adminOrganizationDomainsCreate, addOrganizationDomain),
  adminRoute(adminEndpoints.adminOrganizationDomainsCheck, checkOrganizationDomain),
  adminRoute(adminEndpoints.adminOrganizationDomainsDelete, removeOrganizationDomain),
  adminRoute(adminEndpoints.adminSsoList, listSsoConnections),
  adminRoute(adminEndpoints.adminSsoDelete, deleteSsoConnection),
  adminRoute(adminEndpoints.adminSsoListAttempts, listSsoAttempts),
  adminRoute(adminEndpoints.adminSsoStartTest, startSsoTest),
  adminRoute(adminEndpoints.adminSsoGetTest, getSsoTest),
  adminRoute(adminEndpoints.adminSsoCreateSaml, createSsoSaml),
  adminRoute(adminEndpoints.adminSsoUpdateSaml, updateSsoSaml, { bodyLimit: megabyte }),
  adminRoute(adminEndpoints.adminSsoUpdateSamlByUrl, updateSsoSamlByUrl),
  adminRoute(adminEndpoints.adminSsoDeleteSamlCertificate, deleteSsoCertificate),
  adminRoute(adminEndpoints.adminSsoCreateOidc, createSsoOidc),
  adminRoute(adminEndpoints.adminSsoUpdateOidc, updateSsoOidc),
  adminRoute(adminEndpoints.adminSsoCreateExternal, createSsoExternal),
  adminRoute(adminEndpoints.adminSsoUpdateExternal, updateSsoExternal),
]
