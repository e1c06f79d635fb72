import { expect, test } from 'vitest'
import { feedLinks } from './feed-address.tsx'

test('each calendar service gets the address in its own way', () => {
  const url = 'https://portal.example/feed/abc.ics'
  expect(feedLinks(url, 'Anna & Bo')).toEqual({
    apple: 'webcal://portal.example/feed/abc.ics',
    google: 'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fportal.example%2Ffeed%2Fabc.ics',
    outlook:
      'https://outlook.live.com/calendar/0/addfromweb?url=https%3A%2F%2Fportal.example%2Ffeed%2Fabc.ics&name=Anna+%26+Bo',
    outlookAtWork:
      'https://outlook.office.com/calendar/0/addfromweb?url=https%3A%2F%2Fportal.example%2Ffeed%2Fabc.ics&name=Anna+%26+Bo',
  })
})
