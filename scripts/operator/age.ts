import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/** Encrypts a stream for age's public key. */
export async function encrypted(content: Readable, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  const sealed = await encrypter.encrypt(Readable.toWeb(content) as globalThis.ReadableStream)
  return Readable.fromWeb(sealed as ReadableStream)
}

/** Decrypts with age's secret key. Throws for another key; the stream fails when it was altered or cut off. */
export async function decrypted(content: globalThis.ReadableStream, identity: string): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return Readable.fromWeb((await decrypter.decrypt(content)) as ReadableStream)
}
