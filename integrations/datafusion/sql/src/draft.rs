//! A file that takes the place of another only when it is whole.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::Failure;

/// A file to be written, in a folder of its own beside the one whose place it takes; gone unless it is finished.
pub(crate) struct Draft {
    /// Where it is written.
    pub(crate) file: PathBuf,
    place: PathBuf,
    _folder: TempDir,
}

impl Draft {
    /// A draft of the file at a path, which may be there already, and may be one that the query reads.
    pub(crate) fn of(path: &Path) -> Result<Draft, Failure> {
        let failed = |error| Failure::Message(format!("cannot write {}: {error}", path.display()));
        // Of a link, the file that it leads to is written.
        let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let beside = place.parent().filter(|folder| !folder.as_os_str().is_empty());
        let beside = beside.unwrap_or(Path::new("."));
        std::fs::create_dir_all(beside).map_err(failed)?;
        let folder = builder().tempdir_in(beside).map_err(failed)?;
        let file = folder.path().join(path.file_name().unwrap_or_default());
        Ok(Draft { file, place, _folder: folder })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        std::fs::rename(&self.file, &self.place).map_err(|error| {
            Failure::Message(format!("cannot write {}: {error}", self.place.display()))
        })
    }

    /// A failure that names the file in its place, not the draft.
    pub(crate) fn renamed(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Message(message) => {
                let (draft, place) = (self.file.display(), self.place.display());
                Failure::Message(message.replace(&draft.to_string(), &place.to_string()))
            }
            engine @ Failure::Engine(..) => engine,
        }
    }
}

/// Of folders with hidden names, which executors of other users can write to as far as the umask lets them.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".concord-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o777));
    }
    builder
}
