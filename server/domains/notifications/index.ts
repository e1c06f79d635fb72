export { composeMail } from './compose-mail.ts'
export { createMailer, type Mail, type Mailer } from './mailer.ts'
export { notify } from './notify.ts'
export { requestMail, sendMailHandler } from './send-mail.ts'
