import type { User } from './user.ts'

export const demoPassword = 'demo'

const person = (
  number: number,
  email: string,
  givenName: string,
  familyName: string,
  more: Partial<User> = {},
): User => ({
  // Fixed, because portals store issuer and subject.
  sub: `d0000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  email,
  givenName,
  familyName,
  phoneNumber: null,
  emailVerified: true,
  roles: [],
  ...more,
})

export const demoUsers: User[] = [
  person(1, 'anna@example.com', 'Anna', 'Holm', { phoneNumber: '+4520112233' }),
  person(2, 'bo@example.com', 'Bo', 'Holm'),
  person(3, 'carla@example.com', 'Carla', 'Friis'),
  person(4, 'dan@example.com', 'Dan', 'Krogh'),
  person(5, 'erik@example.com', 'Erik', 'Lund'),
  person(6, 'admin@roklub.example', 'Rikke', 'Bach', { roles: ['org:ROKLUB|role:ADMIN'] }),
  person(7, 'admin@tennis.example', 'Thomas', 'Vang', { roles: ['org:TENNIS|role:ADMIN'] }),
  person(8, 'super@example.com', 'Susanne', 'Dahl', { roles: ['org:ALL|role:SUPER_ADMIN'] }),
  person(9, 'newcomer@example.com', 'Nanna', 'Nielsen', { phoneNumber: '+4531445566' }),
  person(11, 'all-clubs@example.com', 'Agnes', 'Juhl', { roles: ['org:ALL|role:ADMIN'] }),
  // In the offices of the clubs, by the roles that these gave them.
  person(21, 'chair@roklub.example', 'Palle', 'Dyhr'),
  person(22, 'treasurer@roklub.example', 'Lone', 'Bang'),
  person(23, 'secretary@roklub.example', 'Ditte', 'Skov'),
  person(24, 'events@roklub.example', 'Jonas', 'Lyng'),
  person(25, 'door@roklub.example', 'Freja', 'Munk'),
  person(26, 'chair@tennis.example', 'Gitte', 'Ravn'),
  person(27, 'treasurer@tennis.example', 'Ole', 'Kjær'),
  person(28, 'secretary@tennis.example', 'Pia', 'Bruun'),
  person(29, 'events@tennis.example', 'Mads', 'Toft'),
  person(30, 'door@tennis.example', 'Emil', 'Hede'),
  person(31, 'chair@kor.example', 'Birgit', 'Sand'),
  person(32, 'treasurer@kor.example', 'Henrik', 'Vad'),
  person(33, 'secretary@kor.example', 'Signe', 'Holt'),
  person(34, 'events@kor.example', 'Kasper', 'Riis'),
  person(35, 'door@kor.example', 'Nete', 'Vind'),
  person(36, 'trainer@roklub.example', 'Sofus', 'Krag'),
  person(10, 'unverified@example.com', 'Ulla', 'Vest', { emailVerified: false }),
]
