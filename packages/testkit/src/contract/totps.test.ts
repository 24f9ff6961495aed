import { expect, it } from 'vitest'
import { halfHour, onBothEngines, outcomes, sentTo, signInByCode } from './contract.suite.ts'

onBothEngines('authenticator apps', (open) => {
  it('enrolls and verifies an authenticator app, lists recovery codes and redeems one [C-CALL-44] [C-CALL-45] [C-CALL-46] [C-CALL-47]', async () => {
    const kit = await open()
    const { client } = kit
    await signInByCode(kit)
    const enrolled = await client.totps.create({ expiration_minutes: 60 })
    expect(client.user.getSync()?.totps).toEqual([{ totp_id: enrolled.totp_id, verified: false }])
    const proven = await client.totps.authenticate({ totp_code: kit.totpCode(enrolled.secret), ...halfHour })
    expect(proven).toMatchObject({ totp_id: enrolled.totp_id, user: { totps: [{ verified: true }] } })
    expect(client.user.getSync()?.totps).toEqual([{ totp_id: enrolled.totp_id, verified: true }])
    const { totps } = await client.totps.recoveryCodes()
    expect(totps).toEqual([{ totp_id: enrolled.totp_id, verified: true, recovery_codes: enrolled.recovery_codes }])
    const [recovery_code = ''] = enrolled.recovery_codes
    expect(
      await outcomes(
        () => client.totps.recover({ recovery_code, ...halfHour }),
        () => client.totps.recover({ recovery_code, ...halfHour }),
      ),
    ).toEqual(['ok', 'recovery_code_not_found'])
    expect(sentTo(kit, '/totps/recovery_codes').map(({ body }) => body)).toEqual([null])
  })
})
