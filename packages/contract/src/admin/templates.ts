import type { Endpoint, Ok } from '../core/endpoint.ts'

/** Which message a template is for; `passcode_text` is the one by SMS or WhatsApp. */
export type TemplateKind = 'magic_link' | 'passcode' | 'passcode_text' | 'password_reset' | 'invite'

/** The texts that replace those of the provider. */
export interface TemplateWords {
  subject?: string
  heading?: string
  body?: string
  button?: string
  footer?: string
  text?: string
}

export interface Template {
  template_id: string
  kind: TemplateKind
  /** By language tag (`en`, `pt-br`). */
  words: Record<string, TemplateWords>
  created_at: string
  updated_at: string
}

export interface AdminTemplatesListResponse extends Ok {
  templates: Template[]
}

export interface AdminTemplateResponse extends Ok {
  template: Template
}

export interface AdminTemplatesSetRequest {
  kind: TemplateKind
  words: Record<string, TemplateWords>
}

export const adminTemplatesList: Endpoint<null, AdminTemplatesListResponse> = { method: 'GET', path: '/templates' }

export const adminTemplatesGet: Endpoint<null, AdminTemplateResponse, '/templates/{template_id}'> = {
  method: 'GET',
  path: '/templates/{template_id}',
}

export const adminTemplatesSet: Endpoint<AdminTemplatesSetRequest, AdminTemplateResponse, '/templates/{template_id}'> =
  {
    method: 'PUT',
    path: '/templates/{template_id}',
  }

export const adminTemplatesDelete: Endpoint<null, Ok, '/templates/{template_id}'> = {
  method: 'DELETE',
  path: '/templates/{template_id}',
}
