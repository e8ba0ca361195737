//! Files of every dtype in every layout that Python reads, and the ones that it wrote.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::Schema;
use runtime::exchange::arrow::{field, from_arrow, to_arrow};
use runtime::exchange::npz::{self, Npz, NpzError};
use runtime::exchange::safetensors::{Safetensors, to_bytes};
use runtime::{DType, IdSystem, NpyError, Tensor, TensorView};
use serde::{Deserialize, Serialize};

use crate::content::{Content, for_each_layout, sample};
use crate::trip::{Column, Outcome, Remark};

/// What Python says of the libraries that one part of its script asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answers {
    pub(crate) versions: BTreeMap<String, String>,
    pub(crate) columns: Vec<Column>,
}

#[derive(Serialize)]
struct Expected {
    dtype: String,
    bytes: String,
    numbers: Vec<String>,
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Writes `ours/` of a folder: the samples' bytes and numbers, and files of them.
pub(crate) fn give(folder: &Path) -> Result<()> {
    let folder = folder.join("ours");
    fs::create_dir_all(&folder)?;
    let mut expected = Vec::new();
    for dtype in DType::ALL {
        let Content { bytes, numbers, .. } = Content::of_view(&sample(dtype).view());
        let bytes = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let numbers = numbers.ok_or("ours are numbers")?;
        expected.push(Expected { dtype: dtype.to_string(), bytes, numbers });
        give_dtype(&folder, dtype)?;
    }
    fs::write(folder.join("expected.json"), serde_json::to_string(&expected)?)?;
    Ok(())
}

fn give_dtype(folder: &Path, dtype: DType) -> Result<()> {
    let mut copies: Vec<(&str, Tensor)> = Vec::new();
    let mut arrow = Ok(());
    for_each_layout(dtype, |layout, view| {
        copies.push((layout, view.to_tensor()));
        let path = folder.join(format!("{dtype}.{layout}.arrow"));
        if arrow.is_ok() {
            arrow = give_arrow(&path, &view);
        }
    });
    arrow?;
    let views = || copies.iter().map(|(layout, tensor)| (*layout, tensor.view()));
    npz::write(File::create(folder.join(format!("{dtype}.npz")))?, views())?;
    // One that the format does not take keeps the others from no file.
    let mut written = Vec::new();
    for (layout, view) in views() {
        match to_bytes([(layout, view.clone())], &[]) {
            Ok(_) => written.push((layout, view)),
            Err(error) => refusal(&folder.join(format!("{dtype}.{layout}.safetensors")), error)?,
        }
    }
    let file = to_bytes(written, &[]).map_err(|error| error.to_string())?;
    Ok(fs::write(folder.join(format!("{dtype}.safetensors")), file)?)
}

/// The words of an error, for whoever looks for a file in vain.
fn refusal(path: &Path, error: impl ToString) -> Result<()> {
    let path = format!("{}.error.json", path.display());
    Ok(fs::write(path, serde_json::to_string(&error.to_string())?)?)
}

fn give_arrow(path: &Path, view: &TensorView<'_>) -> Result<()> {
    let array = match to_arrow(view.to_tensor()) {
        Ok(array) => array,
        Err(error) => return refusal(path, error),
    };
    let schema = Arc::new(Schema::new(vec![field("x", view.dtype(), false)]));
    let mut writer = StreamWriter::try_new(File::create(path)?, &schema)?;
    writer.write(&RecordBatch::try_new(schema, vec![array])?)?;
    Ok(writer.finish()?)
}

/// A part of Python's answers, with what its files hold.
pub(crate) fn take(folder: &Path, part: &str) -> Result<Option<Answers>> {
    let path = folder.join("answers").join(format!("{part}.json"));
    if !path.exists() {
        return Ok(None);
    }
    let mut answers: Answers = serde_json::from_str(&fs::read_to_string(path)?)?;
    let theirs = folder.join("theirs");
    for Column { library, way, trips } in &mut answers.columns {
        let read: fn(&Path, DType, &str) -> std::result::Result<Tensor, Remark> =
            match (library.as_str(), way.as_str()) {
                (_, ".npz") => read_npz,
                ("PyTorch", ".safetensors") => read_torch,
                (_, ".safetensors") => read_safetensors,
                (_, "IPC stream") => read_arrow,
                _ => continue,
            };
        for dtype in DType::ALL {
            let trip = trips.get_mut(&dtype.to_string()).ok_or("a dtype is missing")?;
            for_each_layout(dtype, |layout, view| {
                // Arrow was not asked for what has no axis, or several.
                let Some(outcome @ Outcome::Same(_)) = trip.back.get_mut(layout) else { return };
                match read(&theirs, dtype, layout) {
                    Err(remark) => *outcome = Outcome::Refused(remark),
                    Ok(found) => {
                        let wanted = Content::of_view(&view);
                        if let Some(difference) =
                            wanted.difference(&Content::of_view(&found.view()))
                        {
                            panic!("from {library} by {way}, {dtype}, {layout}: {difference}");
                        }
                    }
                }
            });
        }
    }
    Ok(Some(answers))
}

fn file(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// From a plain archive and from a compressed one, and where its elements can be viewed, a view of them.
fn read_npz(folder: &Path, dtype: DType, layout: &str) -> std::result::Result<Tensor, Remark> {
    let named = IdSystem::NumpyTypestr.id(dtype).is_ok();
    let read = |ending: &str| {
        let bytes = file(&folder.join(format!("{dtype}{ending}")));
        let npz = Npz::new(&bytes).map_err(Remark::ours)?;
        let (tensor, view) = match named {
            true => (npz.tensor(layout), npz.view(layout)),
            false => (npz.tensor_as(layout, dtype), npz.view_as(layout, dtype)),
        };
        let tensor = tensor.map_err(Remark::ours)?;
        match view {
            Ok(view) => assert_eq!(Content::of_view(&view), Content::of_view(&tensor.view())),
            // Compressed, or not aligned: the error says to copy.
            Err(NpzError::Compressed { .. })
            | Err(NpzError::Member { error: NpyError::Memory(_), .. }) => {}
            Err(error) => panic!("{dtype}, {layout}: {error}"),
        }
        Ok(tensor)
    };
    let (plain, compressed): (Tensor, Tensor) = (read(".npz")?, read(".compressed.npz")?);
    assert_eq!(Content::of_view(&plain.view()), Content::of_view(&compressed.view()));
    Ok(plain)
}

fn read_safetensors(
    folder: &Path,
    dtype: DType,
    layout: &str,
) -> std::result::Result<Tensor, Remark> {
    let bytes = file(&folder.join(format!("{dtype}.numpy.safetensors")));
    let file = Safetensors::new(&bytes).map_err(Remark::ours)?;
    file.tensor(layout).map_err(Remark::ours)
}

fn read_torch(folder: &Path, dtype: DType, layout: &str) -> std::result::Result<Tensor, Remark> {
    let bytes = file(&folder.join(format!("{dtype}.{layout}.torch.safetensors")));
    let file = Safetensors::new(&bytes).map_err(Remark::ours)?;
    file.tensor("x").map_err(Remark::ours)
}

fn read_arrow(folder: &Path, dtype: DType, layout: &str) -> std::result::Result<Tensor, Remark> {
    let bytes = file(&folder.join(format!("{dtype}.{layout}.arrow")));
    let mut stream = StreamReader::try_new(&bytes[..], None).expect("pyarrow wrote it");
    let found = DType::try_from(stream.schema().field(0)).map_err(Remark::ours)?;
    let batch = stream.next().expect("a batch").expect("pyarrow wrote it");
    Ok(from_arrow(batch.column(0), found).map_err(Remark::ours)?.to_tensor())
}
