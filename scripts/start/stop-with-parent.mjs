// When npm is stopped, it ends its shell, which does not pass the signal on. Loaded first under npm, so that stopping `npm start` also
// shuts down the portal.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 500).unref()
