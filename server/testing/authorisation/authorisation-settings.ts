import type { clubSettings } from '#contract/organisations/settings.ts'
import type { clubStart } from '#contract/office/start.ts'
import type { clubTexts } from '#contract/organisations/texts.ts'
import type { paymentKey } from '#contract/payments/key.ts'
import type { Row } from './authorisation-outcomes.ts'
import type { World } from './authorisation-world.ts'
import { pixel } from '../files/pixel.ts'

const ofClub = ({ club }: World) => ({ orgId: club.id })

export const clubSettingsRows: Record<keyof typeof clubSettings, Row> = {
  show: { may: 'office settings', input: ofClub },
  // Of a version that never was, so that nothing changes.
  save: {
    may: 'office settings',
    input: (world) => ({
      ...ofClub(world),
      name: 'Roklubben',
      description: { da: '' },
      address: '',
      city: '',
      cvr: '',
      email: 'post@roklub.example',
      phone: '',
      website: '',
      bankRegistration: '',
      bankAccount: '',
      mobilePay: '',
      colour: null,
      graceDays: 31,
      version: 1_000_000,
    }),
    outcome: { 'admin of the club': 'changed_meanwhile' },
  },
  sameCvr: { may: 'office settings', input: (world) => ({ ...ofClub(world), cvr: '12345674' }) },
  shade: { may: 'office settings', input: (world) => ({ ...ofClub(world), colour: '#ffd400' }) },
  setPicture: { may: 'office settings', input: (world) => ({ ...ofClub(world), use: 'logo', bytes: pixel }) },
  removePicture: { may: 'office settings', input: (world) => ({ ...ofClub(world), use: 'logo' }) },
}

export const paymentKeyRows: Record<keyof typeof paymentKey, Row> = {
  show: { may: 'office settings', input: ofClub },
  // No key of the simulated gateway, so that nothing changes.
  set: {
    may: 'office settings',
    input: (world) => ({ ...ofClub(world), key: 'no-key-of-the-gateway' }),
    outcome: { 'admin of the club': 'gateway_key_refused' },
  },
  confirmMerchant: { may: 'office settings', input: (world) => ({ ...ofClub(world), merchant: '1' }) },
}

export const clubStartRows: Record<keyof typeof clubStart, Row> = {
  show: { may: 'office settings', input: ofClub },
  ask: { may: 'office settings', input: ofClub, outcome: { 'admin of the club': 'club_not_in_test' } },
  withdraw: { may: 'office settings', input: ofClub },
  mark: { may: 'office settings', input: (world) => ({ ...ofClub(world), mark: 'dismissed' }) },
}

export const clubTextRows: Record<keyof typeof clubTexts, Row> = {
  list: { may: 'office settings', input: ofClub },
  write: {
    may: 'office settings',
    input: (world) => ({ ...ofClub(world), purpose: 'terms', text: { da: 'Betaling' }, version: 1_000_000 }),
    outcome: { 'admin of the club': 'changed_meanwhile' },
  },
  read: { may: 'public', input: ({ club }) => ({ id: club.id, purpose: 'terms' }), outcome: 'not_found' },
}
