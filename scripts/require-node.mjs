// Imported before anything that fails on an older Node.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `This is Node ${process.versions.node}. The portal's commands need Node 20.19 or newer: install Node 24 from https://nodejs.org`,
  )
  process.exit(1)
}
