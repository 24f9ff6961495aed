import { type AdminTemplatesSetRequest, adminEndpoints, type Template } from '@latchkey/contract/admin'
import { type CommandInput, readChoice, requiredOption } from '../command.ts'
import { administer, answer } from './administer.ts'
import { printJson, printTable, when } from './print.ts'
import { readJsonFile } from './read-file.ts'

const kinds = ['magic_link', 'passcode', 'passcode_text', 'password_reset', 'invite'] as const

export function listTemplates(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const data = await administration.call(adminEndpoints.adminTemplatesList, { project: await project() })
    return answer(input, data, () => show(input, data.templates))
  })
}

export function getTemplate(input: CommandInput): Promise<number> {
  return administer(input, async ({ administration, project }) => {
    const params = { template_id: input.positionals[0] ?? '' }
    const data = await administration.call(adminEndpoints.adminTemplatesGet, { project: await project(), params })
    return answer(input, data, () => {
      show(input, [data.template])
      input.terminal.out('\n')
      printJson(input.terminal, data.template.words)
    })
  })
}

export function setTemplate(input: CommandInput): Promise<number> {
  const kind = readChoice('--kind', requiredOption(input, 'kind'), kinds)
  // Validated by the schema, like the body of a request.
  const words = readJsonFile(requiredOption(input, 'file')) as AdminTemplatesSetRequest['words']
  return administer(input, async ({ administration, project }) => {
    const call = {
      project: await project(),
      params: { template_id: input.positionals[0] ?? '' },
      request: { kind, words },
    }
    const data = await administration.call(adminEndpoints.adminTemplatesSet, call)
    return answer(input, data, () => show(input, [data.template]))
  })
}

export function deleteTemplate(input: CommandInput): Promise<number> {
  const [template_id = ''] = input.positionals
  return administer(input, async ({ administration, project }) => {
    const call = { project: await project(), params: { template_id } }
    await administration.call(adminEndpoints.adminTemplatesDelete, call)
    return answer(input, { template_id }, () => input.terminal.out(`${template_id} was deleted.\n`))
  })
}

function show({ terminal }: CommandInput, templates: readonly Template[]): void {
  printTable(
    terminal,
    templates,
    [
      ['TEMPLATE', ({ template_id }) => template_id],
      ['KIND', ({ kind }) => kind],
      ['CHANGED', ({ updated_at }) => when(updated_at)],
      ['LANGUAGES', ({ words }) => Object.keys(words).join(', ')],
    ],
    'There are no templates: all messages have the default texts.',
  )
}
