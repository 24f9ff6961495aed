export { modern } from './themes/modern.ts'
