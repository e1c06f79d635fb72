// Test files share their modules, so each one starts in English whatever the one before chose.
import { overwriteGetLocale } from '#words/runtime.js'

overwriteGetLocale(() => 'en')
