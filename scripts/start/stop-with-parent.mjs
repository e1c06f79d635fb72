// npm ends its shell when it is told to stop, and the shell does not tell us. Loaded first under npm, so that ending
// `npm start` ends the portal too, in order.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
