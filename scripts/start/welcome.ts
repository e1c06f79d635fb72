import { styleText } from 'node:util'
import { demoCards } from '../../simulators/card-gateway/demo-cards.ts'
import { demoPassword } from '../../simulators/identity-provider/demo-users.ts'
import type { Portal } from './portal.ts'

const people: Record<string, string> = {
  'newcomer@example.com': 'has never been here',
  'anna@example.com': 'active in ROKLUB like her family of four, who can renew at once',
  'bo@example.com': "Anna's husband, family link approved",
  'carla@example.com': 'family link pending, in grace at TENNIS',
  'dan@example.com': 'no address, no membership',
  'erik@example.com': 'expired membership',
  'admin@roklub.example': 'administers ROKLUB',
  'admin@tennis.example': 'administers TENNIS',
  'chair@roklub.example':
    'chair of ROKLUB; also treasurer@, secretary@, events@, door@, and those of tennis.example and kor.example',
  'super@example.com': 'super admin',
  'all-clubs@example.com': 'administrator of every club',
}

/** Prints what a new developer needs: the address, users to sign in as, and a card to pay with. */
export function welcome({ config, simulators, took }: Portal): string {
  const { publicUrl, product } = config
  const title = `${styleText('bold', product.name)}  ${styleText(['cyan', 'underline'], publicUrl)}`
  const lines = ['', `  ${title}  ${styleText('dim', `ready in ${took.toFixed(1)} s, Ctrl-C ends`)}`, '']
  if (!simulators) return lines.join('\n')
  const section = (heading: string, note: string) => `  ${styleText('bold', heading)}  ${styleText('dim', note)}`
  return [
    ...lines,
    section('Sign in', `password ${demoPassword}`),
    ...Object.entries(people).map(([email, who]) => `    ${email.padEnd(22)}  ${styleText('dim', who)}`),
    '',
    section('Pay', 'any future expiry, any CVC; with the code FAELLES-10 events of ROKLUB are 10 % cheaper'),
    ...demoCards
      .filter(({ tail }) => tail)
      .map(({ tail, story }) => `    4100 0000 0000 ${tail}     ${styleText('dim', story.en)}`),
    '',
    `  Mailbox ${publicUrl}/simulators/mailbox   API ${publicUrl}/docs   Data ${config.dataDir}`,
    '',
  ].join('\n')
}
